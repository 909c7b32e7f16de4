import { createServer } from "node:http";
import express, { type Express, type NextFunction, type Request, type Response } from "express";
import { Failures } from "./api/failures.ts";
import { ApiKeys } from "./api/keys.ts";
import { type AskedRequest, apiRouter } from "./api/router.ts";
import { Control } from "./control.ts";
import { controlRoutes } from "./control-routes.ts";
import { type WebhookEndpoint, Webhooks } from "./events/webhooks.ts";
import { invoiceRoutes } from "./pages/invoice-routes.ts";
import { notice, sendPage, sendUnknown } from "./pages/layout.ts";
import { payRoutes } from "./pages/pay-routes.ts";
import { portalRoutes } from "./pages/portal-routes.ts";
import { State } from "./state.ts";
import { type Clock, Timeline } from "./timeline.ts";

export interface StandInOptions {
  /** The computer's when left out. One that stands still is fine: `control.advance` moves it. */
  clock?: Clock;
  /** Where browsers reach the hosted pages; the address that it listens on when left out. */
  publicUrl?: string;
  /** Who is told of events. */
  webhooks?: WebhookEndpoint[];
}

export interface Listening {
  url: string;
  host: string;
  port: number;
  close(): Promise<void>;
}

export interface StripeStandIn {
  app: Express;
  control: Control;
  /** Port 0, the default, is any free one. */
  listen(port?: number, host?: string): Promise<Listening>;
}

const defaultUrl = "http://127.0.0.1:12111";

/**
 * A stateful stand-in for Stripe's HTTP API, with its hosted pages and its webhooks. The SDK reaches it with `host`,
 * `port` and `protocol: "http"`, and any key that begins with `sk_` or `rk_`.
 */
export function createStripeStandIn({
  clock = Date,
  publicUrl,
  webhooks = [],
}: StandInOptions = {}): StripeStandIn {
  const timeline = new Timeline(clock);
  const state = new State(timeline, withoutSlash(publicUrl ?? defaultUrl));
  const sender = new Webhooks(state, webhooks);
  const failures = new Failures();
  const asked: AskedRequest[] = [];
  const keys = new ApiKeys();
  const control = new Control({ state, webhooks: sender, failures, keys, asked });

  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", "extended");
  app.use((_request, _response, next) => {
    timeline.settle();
    next();
  });
  app.use("/v1", apiRouter({ state, failures, keys, asked }));
  app.use("/_test", controlRoutes(control));
  app.use(express.urlencoded({ extended: false, limit: "16kb" }));
  app.use(payRoutes(state, sender));
  app.use(portalRoutes(state));
  app.use(invoiceRoutes(state));
  app.use((_request, response) => sendUnknown(response));
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    console.error(error);
    sendPage(response, notice("Something went wrong", "The stand-in stumbled. Its log says over what."), 500);
  });

  const listen = async (port = 0, host = "127.0.0.1"): Promise<Listening> => {
    const server = createServer(app);
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, resolve);
    });
    const address = server.address();
    const boundPort = typeof address === "object" && address ? address.port : port;
    const url = `http://${host.includes(":") ? `[${host}]` : host}:${boundPort}`;
    if (!publicUrl) state.publicUrl = url;
    const close = async () => {
      timeline.close();
      sender.close();
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    };
    return { url, host, port: boundPort, close };
  };

  return { app, control, listen };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}

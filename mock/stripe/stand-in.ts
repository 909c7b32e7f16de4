import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type Express, type NextFunction, type Request, type Response } from "express";
import { Failures } from "./api/failures.ts";
import { IdempotencyKeys } from "./api/idempotency.ts";
import { ApiKeys } from "./api/keys.ts";
import { apiRouter, type ReceivedRequest } from "./api/router.ts";
import { Control } from "./control/control.ts";
import { controlRoutes } from "./control/control-routes.ts";
import { endpoints } from "./endpoints.ts";
import { Webhooks } from "./events/webhooks.ts";
import { authenticationRoutes } from "./pages/authentication-routes.ts";
import { connectRoutes } from "./pages/connect-routes.ts";
import { invoiceRoutes } from "./pages/invoice-routes.ts";
import { notice, sendPage, sendUnknown } from "./pages/layout.ts";
import { payRoutes } from "./pages/pay-routes.ts";
import { portalRoutes } from "./pages/portal-routes.ts";
import {
  capture,
  keepStateFile,
  type Memory,
  readMemory,
  restore,
  type StateFile,
} from "./persistence/state-file.ts";
import type { WebhookEndpoint } from "./state/state.ts";
import { State } from "./state/state.ts";
import { type Clock, Timeline } from "./state/timeline.ts";

export interface StandInOptions {
  /** The system clock by default. A stopped clock works too: `control.advance` moves time forward. */
  clock?: Clock;
  /** The endpoints that events are sent to. */
  webhooks?: WebhookEndpoint[];
  /** A file that keeps the state across restarts; in memory only by default. */
  stateFile?: string;
}

export interface Listening {
  url: string;
  host: string;
  port: number;
  /** Whether it restored an earlier state. */
  isContinued: boolean;
  close(): Promise<void>;
}

export interface StripeStandIn {
  control: Control;
  /** Without a port, uses the state file's port if it is free, or else any free port, as with 0. */
  listen(port?: number, host?: string): Promise<Listening>;
}

/**
 * A stateful stand-in for Stripe's HTTP API, with hosted pages and webhooks. Point the SDK at it with `host`,
 * `port`, `protocol: "http"` and any key that begins with `sk_` or `rk_`.
 */
export function createStripeStandIn({
  clock = Date,
  webhooks = [],
  stateFile,
}: StandInOptions = {}): StripeStandIn {
  const timeline = new Timeline(clock);
  const state = new State(timeline);
  const touch = () => file?.touch();
  const sender = new Webhooks(state, webhooks, touch);
  const idempotencyKeys = new IdempotencyKeys();
  let file: StateFile | undefined;
  const failures = new Failures();
  const requests: ReceivedRequest[] = [];
  const keys = new ApiKeys();
  const control = new Control({ state, webhooks: sender, failures, keys, requests });

  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", "extended");
  app.use((request, response, next) => {
    timeline.settle();
    if (request.method !== "GET") response.once("close", touch);
    next();
  });
  state.events.onEvent(touch);
  app.use("/v1", apiRouter({ endpoints, state, failures, keys, idempotencyKeys, requests }));
  app.use("/_test", controlRoutes(control));
  app.use(express.urlencoded({ extended: false, limit: "16kb" }));
  app.use(connectRoutes(state));
  app.use(payRoutes(state, sender));
  app.use(authenticationRoutes(state, sender));
  app.use(portalRoutes(state));
  app.use(invoiceRoutes(state));
  app.use((_request, response) => sendUnknown(response));
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    console.error(error);
    sendPage(response, notice("Something went wrong", "The stand-in failed. Its log has the error."), 500);
  });

  const listen = async (port?: number, host = "127.0.0.1"): Promise<Listening> => {
    const memory = stateFile === undefined ? undefined : await readOrDiscard(stateFile);
    const server =
      port === undefined && memory
        ? await listenOn(app, memory.port, host).catch(() => listenOn(app, 0, host))
        : await listenOn(app, port ?? 0, host);
    const { port: boundPort } = server.address() as AddressInfo;
    const url = `http://${host.includes(":") ? `[${host}]` : host}:${boundPort}`;
    state.url = url;
    if (memory) restore(memory, state, idempotencyKeys);
    if (stateFile !== undefined) {
      file = keepStateFile(stateFile, () => capture(state, idempotencyKeys, boundPort));
      touch();
    }
    if (memory) sender.resume();
    const close = async () => {
      timeline.close();
      sender.close();
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      await file?.close();
    };
    return { url, host, port: boundPort, isContinued: memory !== undefined, close };
  };

  return { control, listen };
}

/** Rejects when the port is taken. */
async function listenOn(app: Express, port: number, host: string): Promise<Server> {
  const server = app.listen(port, host);
  // With Node's five seconds, a busy shop may send a request on a connection that is being closed.
  server.keepAliveTimeout = 60_000;
  await once(server, "listening");
  return server;
}

async function readOrDiscard(stateFile: string): Promise<Memory | undefined> {
  try {
    return await readMemory(stateFile);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    console.warn(
      `The Stripe stand-in can't read its state in ${stateFile} and starts with an empty state: ${why}`,
    );
    return undefined;
  }
}

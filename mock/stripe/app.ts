import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type Express } from "express";
import { apiRouter } from "./api.ts";
import { hostedPages } from "./hosted-pages.ts";
import { State } from "./state.ts";
import { type Clock, Timeline } from "./timeline.ts";

export interface StandInOptions {
  /** Defaults to the computer's. A clock that stands still is fine. */
  clock?: Clock;
  /** Where browsers reach the hosted pages. Defaults to the address that it listens on. */
  publicUrl?: string;
}

export interface Listening {
  url: string;
  host: string;
  port: number;
  close(): Promise<void>;
}

export interface StripeStandIn {
  app: Express;
  listen(port?: number, host?: string): Promise<Listening>;
}

/** A stateful stand-in for Stripe's HTTP API, with its hosted pages. Give the SDK its `host`, `port` and `protocol: "http"`. */
export function createStripeStandIn({ clock = Date, publicUrl }: StandInOptions = {}): StripeStandIn {
  const state = new State(new Timeline(clock));
  let address = publicUrl ?? "http://localhost:12111";
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", "extended");
  app.use((_request, _response, next) => {
    state.timeline.settle();
    next();
  });
  app.use(
    "/v1",
    apiRouter(state, () => address),
  );
  app.use(hostedPages(state));

  const listen = async (port = 0, host = "127.0.0.1"): Promise<Listening> => {
    const server = createServer(app);
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, resolve);
    });
    const bound = server.address() as AddressInfo;
    const url = `http://${host.includes(":") ? `[${host}]` : host}:${bound.port}`;
    address = publicUrl?.replace(/\/+$/, "") ?? url;
    const close = async () => {
      state.timeline.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    };
    return { url, host, port: bound.port, close };
  };
  return { app, listen };
}

import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { NodeRequest, NodeResponse } from "../../adapters/node/node-exchange.ts";
import { type Bounds, defaultBounds } from "./bounds.ts";
import { boundConnections, type Connections } from "./connections.ts";
import { type Requests, trackExchanges } from "./exchanges.ts";
import { answerRawRefusals, type DescribeRefusal, plainRefusal } from "./raw-refusals.ts";
import { stopServer } from "./stop.ts";
import { dropUnreadBody } from "./unread-body.ts";

export interface Listening {
  port: number;
  /** Sets the request handler. Requests that arrive earlier wait for it. */
  serve(app: RequestListener): void;
  connections: Connections;
  requests: Requests;
  /**
   * Stops accepting connections, lets requests in progress and in transit finish, then closes the rest. A
   * proxy retries a refused connection elsewhere, but can't safely repeat a POST whose connection was closed.
   */
  stop(): Promise<void>;
}

export interface Place {
  port: number;
  host: string;
  bounds?: Partial<Bounds>;
  /** Maximum connections of a network (an IPv4 address or an IPv6 /56). Default: unlimited. */
  maxPerAddress?: (network: string) => number;
  /** Formats the response to invalid HTTP. */
  describeRefusal?: DescribeRefusal;
  /** Called during `stop` when requests take too long and are cut off. */
  onCut?: (requests: number) => void;
}

/** Listens, with limits on slow or greedy clients. */
export async function listen({
  port,
  host,
  maxPerAddress = () => Number.POSITIVE_INFINITY,
  describeRefusal = plainRefusal,
  onCut = () => {},
  ...place
}: Place): Promise<Listening> {
  const bounds = { ...defaultBounds, ...place.bounds };
  let app: RequestListener | undefined;
  let isHeld = true;
  let isStopping = false;
  const held: [IncomingMessage, ServerResponse][] = [];
  const release = (): void => {
    isHeld = app === undefined;
    if (app) for (const [req, res] of held.splice(0)) app(req, res);
  };
  const options: ServerOptions = {
    headersTimeout: bounds.headers,
    requestTimeout: bounds.request,
    keepAliveTimeout: bounds.keepAlive,
    // How often the first two are checked. With Node's default of 30 s, they could take 40 s or more.
    connectionsCheckingInterval: Math.min(2000, bounds.headers),
    // Node's own refusal would have no body.
    requireHostHeader: false,
  };
  const server = createServer({
    ...options,
    IncomingMessage: NodeRequest,
    ServerResponse: NodeResponse,
  });
  const connections = boundConnections(server, bounds.connections, maxPerAddress);
  const exchanges = trackExchanges();
  answerRawRefusals(server, { exchanges, bounds, describe: describeRefusal });
  const take: RequestListener = (req, res) => {
    if (!exchanges.begin(req, res)) return;
    if (isStopping) res.setHeader("Connection", "close");
    dropUnreadBody(req, res, bounds.unread);
    if (app && !isHeld) app(req, res);
    else held.push([req, res]);
  };
  server.on("request", take);
  server.on("checkExpectation", take);
  // `invite-body.ts` sends 100 Continue when the body is about to be read.
  server.on("checkContinue", take);
  server.timeout = bounds.socketTimeoutMs;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    serve(listener) {
      app = listener;
      release();
    },
    connections,
    requests: exchanges,
    stop() {
      isStopping = true;
      const hold = (): void => {
        isHeld = true;
      };
      return stopServer(server, bounds, { hold, release, open: exchanges.open, onCut });
    },
  };
}

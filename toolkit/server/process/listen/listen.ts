import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { NodeRequest, NodeResponse } from "../../adapters/node/node-exchange.ts";
import { type Bounds, defaultBounds } from "./bounds.ts";
import { boundConnections } from "./connections.ts";
import { boundExcess } from "./excess.ts";
import { type Requests, trackExchanges } from "./exchanges.ts";
import { answerRawRefusals, type DescribeRefusal, plainRefusal } from "./raw-refusals.ts";
import { stopServer } from "./stop.ts";

export interface Listening {
  port: number;
  /** Sets the request handler. Requests that arrive earlier wait for it. */
  serve(app: RequestListener): void;
  connections: ReturnType<typeof boundConnections>;
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

/**
 * Connections that may wait to be accepted, as far as the system allows. With Node's 511, a burst of one client made others
 * wait for seconds: the system drops further ones, and clients try again after one, three and seven seconds.
 */
const backlog = 4096;

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
  const server = createServer({
    headersTimeout: bounds.headers,
    requestTimeout: bounds.request,
    keepAliveTimeout: bounds.keepAlive,
    // How often the first two are checked. With Node's default of 30 s, they could take 40 s or more.
    connectionsCheckingInterval: Math.min(2000, bounds.headers),
    // Node's own refusal would have no body.
    requireHostHeader: false,
    IncomingMessage: NodeRequest,
    ServerResponse: NodeResponse,
  });
  const connections = boundConnections(server, bounds.connections, maxPerAddress);
  const areWaiting = acceptFirst(server, () => !isHeld && release());
  const exchanges = trackExchanges(boundExcess(server));
  answerRawRefusals(server, { exchanges, bounds, describe: describeRefusal });
  const take: RequestListener = (req, res) => {
    if (!exchanges.begin(req, res)) return;
    if (isStopping) res.setHeader("Connection", "close");
    dropUnreadBody(req, res, bounds.unread);
    if (app && !isHeld && !areWaiting()) app(req, res);
    else held.push([req, res]);
  };
  server.on("request", take);
  server.on("checkExpectation", take);
  // `sendContinue` sends 100 Continue when the body is about to be read.
  server.on("checkContinue", take);
  server.timeout = bounds.socketTimeoutMs;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host, backlog }, resolve);
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

/** How long requests wait at most, so that endless new connections don't keep them waiting. */
const maxWaitMs = 100;

/**
 * Notices when several connections wait to be accepted. Node accepts one in each turn of the event loop, so the last of
 * hundreds that a client opens at once would wait for the requests of all others (libuv 1.45).
 * @param onAccepted called when no connection waits any more
 * @returns whether requests should wait
 */
function acceptFirst(server: Server, onAccepted: () => void): () => boolean {
  let turns = 0;
  let hasAccepted = false;
  let until = 0;
  const look = (): void => {
    const mayWait = hasAccepted && performance.now() < until;
    turns = mayWait ? turns + 1 : 0;
    hasAccepted = false;
    if (mayWait) setImmediate(look);
    else onAccepted();
  };
  server.on("connection", () => {
    if (turns === 0 && !hasAccepted) {
      until = performance.now() + maxWaitMs;
      setImmediate(look);
    }
    hasAccepted = true;
  });
  return () => turns > 1;
}

/** Bytes. Smaller bodies aren't limited. */
const smallBody = 64 * 1024;

/**
 * Limits how long a client may send the rest of a large body after its response. Node would read and discard
 * all of it.
 */
function dropUnreadBody(req: IncomingMessage, res: ServerResponse, afterMs: number): void {
  if (!hasLargeBody(req)) return;
  res.once("finish", () => {
    if (req.complete) return;
    const timer = setTimeout(() => {
      if (!req.complete) req.socket.destroy();
    }, afterMs);
    req.once("close", () => clearTimeout(timer));
  });
}

function hasLargeBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > smallBody;
}

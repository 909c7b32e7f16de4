import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { type Bounds, defaultBounds } from "./bounds.ts";
import { boundConnections, type Connections } from "./connections.ts";
import { mergeChunks } from "./merge-chunks.ts";
import { serveOneAtATime } from "./one-at-a-time.ts";
import { answerRawRefusals, type DescribeRefusal, plainRefusal } from "./raw-refusals.ts";
import { stopServer } from "./stop.ts";
import { dropUnreadBody } from "./unread-body.ts";

export interface Listening {
  port: number;
  /** Hands over who answers. Requests that came before wait for it. */
  serve(app: RequestListener): void;
  connections: Connections;
  /**
   * Takes no new connections, lets answers finish and what is on its way arrive, then closes what is left. A proxy
   * hands what finds nobody to another process, but mustn't repeat a POST whose connection ends under it.
   */
  stop(): Promise<void>;
}

export interface Place {
  port: number;
  host: string;
  bounds?: Partial<Bounds>;
  /** How many connections a network may hold: an IPv4 address, or an IPv6 /64. All of them, unless told. */
  maxPerAddress?: (network: string) => number;
  /** What is answered to bytes that aren't HTTP. */
  describeRefusal?: DescribeRefusal;
}

/** Listens, with the bounds that keep slow or greedy clients from holding the process. */
export async function listen({
  port,
  host,
  maxPerAddress = () => Number.POSITIVE_INFINITY,
  describeRefusal = plainRefusal,
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
    // How often the first two are looked after; Node's default of 30 s would let them be 40 s and more.
    connectionsCheckingInterval: Math.min(2000, bounds.headers),
    // Node would answer such a request itself, and without a body.
    requireHostHeader: false,
  };
  const server = createServer(options);
  const connections = boundConnections(server, bounds.connections, maxPerAddress);
  const exchanges = serveOneAtATime(server);
  answerRawRefusals(server, { exchanges, bounds, describe: describeRefusal });
  const take: RequestListener = (req, res) => {
    exchanges.begin(req, res);
    mergeChunks(req);
    // Who has asked something is told that there will be no next time on this connection.
    if (isStopping) res.shouldKeepAlive = false;
    dropUnreadBody(req, res, bounds.unread);
    if (app && !isHeld) app(req, res);
    else held.push([req, res]);
  };
  server.on("request", take);
  server.on("checkExpectation", take);
  // Whoever reads the body asks for it (toolkit/http/body/invite-body.ts).
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
    stop() {
      isStopping = true;
      const hold = (): void => {
        isHeld = true;
      };
      return stopServer(server, bounds, { hold, release });
    },
  };
}

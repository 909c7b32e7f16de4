import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";

/** Milliseconds, except for the number of connections. */
export interface Bounds {
  /** How long the head of a request may take, and a connection on which nothing has come. */
  headers: number;
  /** How long a whole request may take to arrive. */
  request: number;
  /** How long a connection is kept for the next request. */
  keepAlive: number;
  /** How long neither side may send anything while an answer is awaited or taken. */
  silence: number;
  /** How long the rest of a request is let in, unread, after its answer. */
  unread: number;
  /** How long a connection that is kept alive may still bring a request once the process has been told to stop. */
  linger: number;
  /** How long requests may still take once the process has been told to stop. */
  grace: number;
  /** Open at once; more are closed as they come. Each of them costs some 10 KB. */
  connections: number;
}

const defaults: Bounds = {
  headers: 10_000,
  request: 30_000,
  keepAlive: 30_000,
  silence: 120_000,
  unread: 1000,
  linger: 500,
  grace: 10_000,
  connections: 5000,
};

export interface Listening {
  port: number;
  /** Hands over who answers. Requests that came before wait for it. */
  serve(app: RequestListener): void;
  /** How many are open. */
  connections(): number;
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
}

/** Listens, with the bounds that keep slow or greedy clients from holding the process. */
export async function listen({ port, host, ...place }: Place): Promise<Listening> {
  const bounds = { ...defaults, ...place.bounds };
  let answer: RequestListener | undefined;
  let isStopping = false;
  const early: [IncomingMessage, ServerResponse][] = [];
  const options: ServerOptions = {
    headersTimeout: bounds.headers,
    requestTimeout: bounds.request,
    keepAliveTimeout: bounds.keepAlive,
    // How often the first two are looked after; Node's default of 30 s would let them be 40 s and more.
    connectionsCheckingInterval: Math.min(2000, bounds.headers),
  };
  const server = createServer(options, (req, res) => {
    // Who has asked something is told that there will be no next time on this connection.
    if (isStopping) res.shouldKeepAlive = false;
    if (hasLargeBody(req)) res.once("finish", () => dropRest(req, bounds.unread));
    if (answer) answer(req, res);
    else early.push([req, res]);
  });
  server.maxConnections = bounds.connections;
  server.timeout = bounds.silence;
  let connections = 0;
  server.on("connection", (socket: Socket) => {
    connections++;
    socket.once("close", () => connections--);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return socket.destroy();
    const [status, reason] =
      error.code === "HPE_HEADER_OVERFLOW"
        ? [431, "Request Header Fields Too Large"]
        : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
          ? [408, "Request Timeout"]
          : [400, "Bad Request"];
    const body = JSON.stringify({ error: "The request can't be read as HTTP.", code: "INVALID_REQUEST" });
    socket.end(
      `HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    serve(app) {
      answer = app;
      for (const [req, res] of early.splice(0)) app(req, res);
    },
    connections: () => connections,
    async stop() {
      isStopping = true;
      const closed = new Promise((resolve) => server.once("close", resolve));
      // Connections that wait to be taken are reset when a server closes: first it takes those that are there.
      await new Promise((resolve) => setImmediate(resolve));
      // HTTP's own close would end at once what is idle, though a request may be on its way there.
      NetServer.prototype.close.call(server);
      const lingersUntil = performance.now() + bounds.linger;
      // A connection that is kept alive becomes idle again when its answer is through; nobody tells.
      const idle = setInterval(() => {
        if (performance.now() > lingersUntil) server.closeIdleConnections();
      }, 50);
      const timer = setTimeout(() => server.closeAllConnections(), bounds.grace);
      await closed;
      clearInterval(idle);
      clearTimeout(timer);
      // Now for what only this ends: the looking after slow requests.
      server.close();
    },
  };
}

/** Bytes that a client may send after it has been answered without being watched. */
const smallBody = 64 * 1024;

function hasLargeBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > smallBody;
}

/** Node would read, and throw away, all that is still coming. */
function dropRest(req: IncomingMessage, afterMs: number): void {
  if (req.complete) return;
  const timer = setTimeout(() => {
    if (!req.complete) req.socket.destroy();
  }, afterMs);
  req.once("close", () => clearTimeout(timer));
}

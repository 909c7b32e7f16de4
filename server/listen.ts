import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** How long requests may still take once the process has been told to stop. */
const graceMs = 10_000;

export interface Listening {
  port: number;
  /** Hands over who answers. Requests that came before wait for it. */
  serve(app: RequestListener): void;
  /** Takes no new connections, lets answers finish, then closes what is left. */
  stop(): Promise<void>;
}

/** Listens, with the limits that keep slow or greedy clients from holding the process. */
export async function listen({ port, host }: { port: number; host: string }): Promise<Listening> {
  let answer: RequestListener | undefined;
  const early: [IncomingMessage, ServerResponse][] = [];
  const timeouts = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 30_000 };
  const server = createServer(timeouts, (req, res) => {
    if (answer) answer(req, res);
    else early.push([req, res]);
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
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      // A connection that is kept alive becomes idle again when its answer is through; nobody tells.
      const idle = setInterval(() => server.closeIdleConnections(), 50);
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearInterval(idle);
      clearTimeout(timer);
    },
  };
}

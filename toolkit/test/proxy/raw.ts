import { once } from "node:events";
import net, { type AddressInfo, type Socket } from "node:net";

/** A TCP server that isn't an HTTP server: tests see and send the bytes. */
export interface RawServer {
  url: string;
  port: number;
  /** The bytes that each connection has received. */
  received: string[];
  /** How many connections are open. */
  open(): number;
  close(): void;
}

/** @param answer called with everything that a connection has received so far, after each part */
export async function rawServer(answer: (received: string, socket: Socket) => void): Promise<RawServer> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    const at = received.push("") - 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      received[at] += chunk.toString("latin1");
      answer(received[at] ?? "", socket);
    });
    socket.on("end", () => socket.end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    open: () => sockets.size,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

export interface RawClient {
  socket: Socket;
  send(text: string): void;
  /** The bytes so far. */
  received(): string;
  /** Waits until the bytes so far match. @throws with the bytes if the connection ends before */
  until(matches: (received: string) => boolean): Promise<string>;
  /** Waits for the end of the connection. Resolves to `end` or the code of an error. */
  ended: Promise<string>;
}

export async function rawClient(url: string): Promise<RawClient> {
  const socket = net.connect(Number(new URL(url).port), "127.0.0.1");
  let received = "";
  const checks = new Set<() => void>();
  const ended = new Promise<string>((resolve) => {
    socket.once("end", () => resolve("end"));
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "error"));
  });
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1");
    for (const check of checks) check();
  });
  await once(socket, "connect");
  return {
    socket,
    send: (text) => void socket.write(text, "latin1"),
    received: () => received,
    ended,
    until: (matches) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (!matches(received)) return;
          checks.delete(check);
          resolve(received);
        };
        checks.add(check);
        check();
        void ended.then((how) => reject(new Error(`The connection ended (${how}) after: ${received}`)));
      }),
  };
}

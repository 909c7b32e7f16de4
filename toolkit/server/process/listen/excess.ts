import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Maximum number of excess requests in memory; a connection that is the only one with such may send twice as many. */
const maxExcess = 4096;

/**
 * Limits the memory of excess requests: those after the last one that a connection may send, which are never handled.
 * Node keeps each, some 2 KB, until its connection has closed. A read of 64 KB can contain over two thousand, and Node
 * reads many times, from all connections, before it frees one. So a connection with excess requests is read once per
 * turn of the event loop. When there are too many, the connections that have had some for longest are closed, and the
 * others are read again once that memory is free.
 * @returns to be called for each excess request
 */
export function boundExcess(server: Server): (socket: Socket) => void {
  const sockets = new Set<Socket>();
  const paused = new Set<Socket>();
  /** The number of excess requests by connection, oldest first. */
  const excessive = new Map<Socket, number>();
  let excess = 0;

  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => {
      sockets.delete(socket);
      forget(socket);
    });
  });

  function forget(socket: Socket): void {
    excess -= excessive.get(socket) ?? 0;
    excessive.delete(socket);
  }

  function pauseUntilNextTurn(socket: Socket): void {
    if (paused.has(socket)) return;
    // Connections close after the first of these.
    if (paused.size === 0) setImmediate(() => setImmediate(resume));
    paused.add(socket);
    socket.pause();
  }

  function resume(): void {
    for (const socket of paused) socket.resume();
    paused.clear();
  }

  return (socket) => {
    if (socket.destroyed) return;
    pauseUntilNextTurn(socket);
    excessive.set(socket, (excessive.get(socket) ?? 0) + 1);
    excess++;
    if (excess <= (excessive.size === 1 ? 2 * maxExcess : maxExcess)) return;
    const [oldest = socket] = excessive.keys();
    forget(oldest);
    oldest.destroy();
    for (const each of sockets) pauseUntilNextTurn(each);
  };
}

import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Handles the requests of each connection one after the other: a client may send several without waiting (RFC 9112, 9.3.2). */
export function inTurn(handle: RequestListener): RequestListener {
  const busy = new WeakMap<Socket, (() => void)[]>();

  function next(socket: Socket, waiting: (() => void)[]): void {
    const start = waiting.shift();
    if (start) start();
    else busy.delete(socket);
  }

  return (req: IncomingMessage, res: ServerResponse) => {
    const { socket } = req;
    const start = (): void => {
      res.once("close", () => next(socket, busy.get(socket) ?? []));
      handle(req, res);
    };
    const waiting = busy.get(socket);
    if (waiting) return void waiting.push(start);
    busy.set(socket, []);
    start();
  };
}

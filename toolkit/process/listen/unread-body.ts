import type { IncomingMessage, ServerResponse } from "node:http";

/** Bytes that a client may send after it has been answered without being watched. */
const smallBody = 64 * 1024;

/** Node would read, and throw away, all that still comes of a request after its answer. */
export function dropUnreadBody(req: IncomingMessage, res: ServerResponse, afterMs: number): void {
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

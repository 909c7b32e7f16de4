import type { IncomingMessage, ServerResponse } from "node:http";

/** How many bytes a client may send after its response before they are limited. */
const smallBody = 64 * 1024;

/** Node would read and discard everything that arrives of a request after its response. */
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

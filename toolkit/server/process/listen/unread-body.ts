import type { IncomingMessage, ServerResponse } from "node:http";

/** Bytes. Smaller bodies aren't limited. */
const smallBody = 64 * 1024;

/**
 * Limits how long a client may send the rest of a large body after its response. Node would read and discard
 * all of it.
 */
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

import type { IncomingMessage } from "node:http";

/**
 * Calls back as soon as a request's body is known to exceed this many bytes, by Content-Length or by what has arrived.
 * Express's parsers would read even 100 MB to the end before they say so. To be called before one of them.
 */
export function whenLarger(req: IncomingMessage, bytes: number, tell: () => void): void {
  if (Number(req.headers["content-length"] ?? 0) > bytes) tell();
  if (req.headers["transfer-encoding"] === undefined) return;
  let size = 0;
  req.on("data", function count(chunk: Buffer) {
    size += chunk.length;
    if (size <= bytes) return;
    req.off("data", count);
    tell();
  });
}

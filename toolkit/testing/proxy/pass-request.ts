import type { IncomingMessage, ServerResponse } from "node:http";
import { headerLines } from "../judge/exchange.ts";
import type { UpstreamRequest } from "./upstream.ts";

/** Passes a request's body on, chunk by chunk, with its trailers. @param read chunks that were read before */
export function passRequestBody(req: IncomingMessage, sending: UpstreamRequest, read: Buffer[] = []): void {
  const { body } = sending;
  for (const chunk of read) body.write(chunk);
  const end = (): void => {
    if (req.rawTrailers.length > 0) body.addTrailers(headerLines(req.rawTrailers));
    body.end();
    sending.sent();
  };
  if (req.readableEnded) {
    end();
    return;
  }
  req.on("data", () => sending.sent());
  req.on("end", end);
  req.pipe(body, { end: false });
  // A server may answer the head alone, or invite the body.
  setImmediate(() => {
    if (!body.writableEnded) body.flushHeaders();
  });
  // Otherwise a client that reads after it has sent everything would wait.
  body.once("close", () => req.resume());
}

/** Passes an informational response on, unless the client can't know which request it is for. */
export function passInformation(res: ServerResponse, status: number, rawHeaders: string[]): void {
  if (!res.headersSent && res.socket) res.writeInformation(status, rawHeaders);
}

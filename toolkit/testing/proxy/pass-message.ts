import type { IncomingMessage, ServerResponse } from "node:http";
import { type HeaderLines, headerLines } from "../judge/exchange.ts";
import { isChunked, isDelimited, withoutHeaders, writableLines } from "./header-lines.ts";
import { offersTunnel } from "./tunnel.ts";
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

/**
 * Passes a response's head on, with its lines unchanged.
 * @throws if it can't be written, such as a status that no response can have
 */
export function passHead(
  req: IncomingMessage,
  res: ServerResponse,
  response: IncomingMessage,
  headers: HeaderLines,
): void {
  // Node would add its own.
  for (const name of ["connection", "content-length", "date", "transfer-encoding"]) res.removeHeader(name);
  // HTTP/1.0 has no chunks, and other rules for connections that stay open.
  const isOld = req.httpVersion === "1.0";
  const closes = isOld || offersTunnel(req);
  const dropped = [
    ...(isOld ? ["transfer-encoding", "trailer"] : []),
    ...(closes ? ["connection", "keep-alive"] : []),
    // Node refuses it for a body without chunks, which has no trailers.
    ...(isChunked(headers) ? [] : ["trailer"]),
  ];
  const kept = withoutHeaders(headers, dropped);
  const lines: HeaderLines = closes ? [...kept, ["Connection", "close"]] : kept;
  res.writeHead(response.statusCode ?? 0, response.statusMessage ?? "", writableLines(lines));
}

/**
 * Passes a response's body on, chunk by chunk, with its trailers.
 * @param read chunks that were read before
 * @param onEnd called with whether it arrived completely
 */
export function passBody(
  res: ServerResponse,
  response: IncomingMessage,
  onEnd: (isComplete: boolean) => void,
  read: Buffer[] = [],
): void {
  for (const chunk of read) res.write(chunk);
  let isWhole = false;
  const end = (): void => {
    isWhole = true;
    if (response.rawTrailers.length > 0) res.addTrailers(headerLines(response.rawTrailers));
    res.end();
    onEnd(true);
  };
  if (response.readableEnded) {
    end();
    return;
  }
  // A client of a stream waits for the head, though the first item may come much later.
  setImmediate(() => {
    if (!res.writableEnded) res.flushHeaders();
  });
  response.on("end", end);
  response.on("error", () => {});
  response.once("close", () => {
    if (isWhole) return;
    cut(res, headerLines(response.rawHeaders));
    onEnd(false);
  });
  response.pipe(res, { end: false });
}

/** Ends a connection so that the client notices that the body is incomplete. */
function cut(res: ServerResponse, headers: HeaderLines): void {
  const { socket } = res;
  if (!socket) res.destroy();
  else if (isDelimited(headers)) socket.destroySoon();
  else socket.resetAndDestroy();
}

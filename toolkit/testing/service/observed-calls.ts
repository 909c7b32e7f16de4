import { isUtf8 } from "node:buffer";
import { pipeline, Transform } from "node:stream";
import type { ApiDocument } from "@counterpart/server/document";
import type { CallRequest, CallResponse, PipelineSender } from "@counterpart/server/mcp";
import { type Exchange, exchangeCheck } from "../checks/exchange.ts";

interface Observing {
  document: ApiDocument;
  basePath: string;
  /** Called with every conforming exchange, before its response ends. */
  onExchange: (exchange: Exchange) => void;
}

/** Observes the requests that tool calls become. Responses that aren't read to their end don't count. */
export function observedCalls(
  send: PipelineSender,
  { document, basePath, onExchange }: Observing,
): PipelineSender {
  const check = exchangeCheck(document, basePath);
  const observe = (request: CallRequest, { statusCode = 0, headers }: CallResponse, bytes: Buffer): void => {
    const { pathname, search } = new URL(request.target, "http://localhost");
    const { method, headers: requestHeaders } = request;
    const sent = { method, pathname, search, headers: requestHeaders, body: request.body?.toString("utf8") };
    const text = bytes.toString("utf8");
    const received = { status: statusCode, headers: texts(headers), text, isUtf8: isUtf8(bytes) };
    const { exchange, faults } = check(sent, received);
    if (faults.length === 0) onExchange(exchange);
  };
  return async (request, ...rest) => {
    const response = await send(request, ...rest);
    const chunks: Buffer[] = [];
    const passed = new Transform({
      transform(chunk, _encoding, done) {
        chunks.push(chunk);
        done(null, chunk);
      },
      flush(done) {
        observe(request, response, Buffer.concat(chunks));
        done();
      },
    });
    // A failure is the reader's, who sees it in the stream.
    pipeline(response, passed, () => {});
    const { statusCode, headers } = response;
    return Object.assign(passed, { statusCode, headers });
  };
}

function texts(headers: CallResponse["headers"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join("\n")]],
    ),
  );
}

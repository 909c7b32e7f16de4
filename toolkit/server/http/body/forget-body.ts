import type { RequestContext } from "../context.ts";
import type { ExchangeRequest, ExchangeResponse } from "../exchange.ts";

/** Bytes. Smaller bodies aren't worth the call. */
const minForgottenBytes = 16 * 1024;

/**
 * Drops a large body once the response is sent: a request in V8's old generation would keep it in memory
 * until the next full collection. It is dropped in the same turn, before minor collections copy it.
 * @param bytes maximum size of the body
 */
export function forgetBody(
  req: ExchangeRequest,
  res: ExchangeResponse,
  context: RequestContext,
  bytes: number,
): void {
  if (bytes < minForgottenBytes) return;
  res.once("close", () => {
    if (!res.writableFinished) return;
    process.nextTick(() => {
      req.body = undefined;
      context.input = undefined;
    });
  });
}

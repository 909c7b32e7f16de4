import type { Request, Response } from "express";
import type { RequestContext } from "../context.ts";

/** Bytes. Smaller bodies aren't worth the call. */
const minForgottenBytes = 16 * 1024;

/**
 * Removes a large body from its request once the response has been sent and those who wait for its end have been called.
 * A request that took long to arrive is in V8's old generation, where it keeps its body in memory until a collection of
 * everything, although nothing needs either of them any more. That happens in the same turn of the event loop: what waits
 * for the next turn keeps the bodies of all requests of this one, which each collection of new objects then copies.
 * @param bytes how large the body may be
 */
export function forgetBody(req: Request, res: Response, context: RequestContext, bytes: number): void {
  if (bytes < minForgottenBytes) return;
  res.once("close", () => {
    if (!res.writableFinished) return;
    process.nextTick(() => {
      req.body = undefined;
      context.input = undefined;
    });
  });
}

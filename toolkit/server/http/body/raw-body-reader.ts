import { ApiError, unavailable } from "../errors/api-error.ts";
import type { ExchangeRequest, ExchangeResponse } from "../exchange.ts";
import { type BodyBudget, createBodyBudget, holderOf, turnToParse } from "./body-budget.ts";
import { firstSize, readBytes, releaseMemory, sendContinue } from "./read-bytes.ts";

/**
 * Reads a body's bytes.
 * @param next receives a 500 ApiError with `Retry-After` while too many bodies are being read, or the error
 * that `done` rejects with
 * @param done called once, in a large body's turn, with undefined if the body is too large or unreadable. If it returns
 * a promise, the body's memory is freed when the promise settles: copy what you need for longer
 */
export type RawBodyReader = (
  req: ExchangeRequest,
  res: ExchangeResponse,
  next: (error?: unknown) => void,
  done: (body: Buffer<ArrayBuffer> | undefined) => void | Promise<void>,
) => void;

/**
 * A reader for pages outside the document, such as provider webhooks, whose signatures cover the raw bytes.
 * @param maxBytes limit for one body
 * @param maxBytesAtOnce limit for all bodies in memory at once; one caller or address gets at most a quarter. Or a
 * budget that several readers share
 */
export function rawBodyReader({
  maxBytes,
  maxBytesAtOnce,
}: {
  maxBytes: number;
  maxBytesAtOnce: number | BodyBudget;
}): RawBodyReader {
  const budget = typeof maxBytesAtOnce === "number" ? createBodyBudget(maxBytesAtOnce) : maxBytesAtOnce;
  return (req, res, next, done) => {
    const holder = holderOf(req, res);
    const reserved = budget.take(holder, firstSize(req, maxBytes));
    if (!reserved) return next(overloaded());
    res.once("close", reserved.release);
    if (!(Number(req.headers["content-length"]) > maxBytes)) sendContinue(req, res);
    const read = async (): Promise<void> => {
      const body = await readBytes(req, maxBytes, (more) => {
        if (!reserved.take(more)) throw overloaded();
      }).catch((error) => {
        if (error instanceof ApiError) throw error;
        return undefined;
      });
      await turnToParse(holder, body?.length ?? 0, res);
      const pending = done(body);
      if (pending) await pending.finally(() => body && releaseMemory(body));
    };
    read().catch(next);
  };
}

function overloaded(): ApiError {
  return unavailable("The server is receiving too many requests. Try again later.");
}

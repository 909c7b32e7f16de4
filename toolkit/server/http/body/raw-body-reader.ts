import type { NextFunction, Request, Response } from "express";
import { addressOf } from "../client-address.ts";
import { unavailable } from "../errors/api-error.ts";
import { createBodyBudget, possibleSize } from "./body-budget.ts";
import { inviteBody } from "./invite-body.ts";
import { readBytes } from "./read-bytes.ts";
import { releaseMemory } from "./release-memory.ts";

/**
 * Reads a body's bytes.
 * @param next is given an ApiError, 500 with `Retry-After`, while too many bodies are being read, or what `done` rejects with
 * @param done called once, with undefined for a body that is too large or can't be read. If it returns a promise, the
 * body's memory is freed when the promise settles: copy what must outlive it
 */
export type RawBodyReader = (
  req: Request,
  res: Response,
  next: NextFunction,
  done: (body: Buffer | undefined) => void | Promise<void>,
) => void;

/**
 * A reader for pages outside the document, such as a provider's webhooks, whose signature is over the bytes.
 * @param maxBytes of one body
 * @param maxBytesAtOnce of all bodies in memory at the same time, shared fairly among addresses
 */
export function rawBodyReader({
  maxBytes,
  maxBytesAtOnce,
}: {
  maxBytes: number;
  maxBytesAtOnce: number;
}): RawBodyReader {
  const budget = createBodyBudget(maxBytesAtOnce);
  return (req, res, next, done) => {
    const giveBack = budget.take(addressOf(req), possibleSize(req, maxBytes));
    if (!giveBack) return next(unavailable("Too many requests are being received. Send it again later."));
    res.once("close", giveBack);
    if (!(Number(req.headers["content-length"]) > maxBytes)) inviteBody(req, res);
    const read = async (): Promise<void> => {
      const body = await readBytes(req, maxBytes).catch(() => undefined);
      const pending = done(body);
      if (pending) await pending.finally(() => body && releaseMemory(body));
    };
    read().catch(next);
  };
}

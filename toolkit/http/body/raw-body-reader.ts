import express, { type NextFunction, type Request, type Response } from "express";
import { addressOf } from "../client-address.ts";
import { unavailable } from "../errors/api-error.ts";
import { createBodyBudget, possibleSize } from "./body-budget.ts";
import { inviteBody } from "./invite-body.ts";
import { collectChunks, releaseMemory } from "./release-memory.ts";
import { whenLarger } from "./when-larger.ts";

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
  const readBytes = express.raw({ type: () => true, limit: maxBytes });
  const budget = createBodyBudget(maxBytesAtOnce);
  return (req, res, next, done) => {
    const giveBack = budget.take(addressOf(req), possibleSize(req, maxBytes));
    if (!giveBack) return next(unavailable("Too many requests are being received. Send it again later."));
    res.once("close", giveBack);
    let isDone = false;
    const finish = (body?: Buffer): void => {
      if (isDone) return;
      isDone = true;
      done(body)
        ?.finally(() => body && releaseMemory(body))
        .catch(next);
    };
    whenLarger(req, maxBytes, finish);
    if (isDone) return;
    inviteBody(req, res);
    const chunks = collectChunks(req);
    readBytes(req, res, (unreadable?: unknown) => {
      chunks.release();
      finish(unreadable === undefined && Buffer.isBuffer(req.body) ? req.body : undefined);
    });
  };
}

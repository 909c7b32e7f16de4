import express, { type Request, type RequestHandler, type Response } from "express";
import { ApiError, unavailable } from "../errors.ts";
import { createBodyBudget, possibleSize } from "./body-budget.ts";
import { addressOf } from "./client-address.ts";
import { contextOf } from "./context.ts";
import { inviteBody } from "./invite-body.ts";
import { essence, matchesMediaType } from "./media-type.ts";
import { nested } from "./nested.ts";
import { whenLarger } from "./when-larger.ts";

/** Bytes; a larger body is 413. */
const maxBodySize = 1024 * 1024;

/** Bytes, of bodies that carry files. */
const maxUploadSize = 16 * 1024 * 1024;

/** Bytes, of all bodies that are in memory at once. */
const maxBytesAtOnce = 64 * 1024 * 1024;

const any = () => true;
const bytes = express.raw({ type: any, limit: maxUploadSize });
const parsers: [mediaType: RegExp, RequestHandler, limit?: number][] = [
  [/^[^/]+\/([^;]+\+)?json$/, express.json({ type: any, limit: maxBodySize, strict: false })],
  [
    /^application\/x-www-form-urlencoded$/,
    express.urlencoded({ type: any, limit: maxBodySize, extended: true }),
  ],
  [/^multipart\/form-data$/, readParts, maxUploadSize],
  [/^text\/|[/+]xml$/, express.text({ type: any, limit: maxBodySize })],
  [/^/, bytes, maxUploadSize],
];

/**
 * Reads the body of an operation that takes one. A media type that the document doesn't list is 415, a body that
 * can't be read 400 INVALID_REQUEST, one that is too large 413. Other operations leave the body unread. Past what may be
 * in memory at once, of all callers or of this one, the answer is 500 with `Retry-After` and the body stays unread.
 */
export function readBody(): RequestHandler {
  const budget = createBodyBudget(maxBytesAtOnce);
  return (req, res, next) => {
    const context = contextOf(res);
    const { operation } = context;
    const hasBody =
      req.headers["transfer-encoding"] !== undefined || Number(req.headers["content-length"] ?? 0) > 0;
    if (!operation?.requestBody || !hasBody) return next();
    const mediaTypes = Object.keys(operation.requestBody.content);
    const mediaType = essence(req.headers["content-type"] ?? "");
    const matched = mediaTypes.find((pattern) => matchesMediaType(pattern, mediaType));
    if (!matched) {
      throw new ApiError(
        "INVALID_REQUEST",
        `Send the body with \`Content-Type: ${mediaTypes.join("` or `")}\`.`,
        { status: 415 },
      );
    }
    const [, parser = bytes, limit = maxBodySize] =
      parsers.find(([pattern]) => pattern.test(mediaType)) ?? [];
    const giveBack = budget.take(context.identity?.bucket ?? addressOf(req), possibleSize(req, limit));
    if (!giveBack) {
      throw unavailable(
        "Too many large bodies are being received at the moment. Try again in a few seconds.",
      );
    }
    res.once("close", giveBack);
    let isTooLarge = false;
    whenLarger(req, limit, () => {
      isTooLarge = true;
      next(tooLarge(limit));
    });
    if (isTooLarge) return;
    inviteBody(req, res);
    parser(req, res, (error?: unknown) => {
      if (isTooLarge) return;
      if (error !== undefined) return next(unreadable(error, mediaType));
      // No byte came, though the headers spoke of a body.
      if (req.body !== undefined) context.bodyType = matched;
      next();
    });
  };
}

/** The parts of a form by name, files as `File`; several of one name are a list. */
function readParts(req: Request, res: Response, next: (error?: unknown) => void): void {
  bytes(req, res, (error?: unknown) => {
    if (error !== undefined || !Buffer.isBuffer(req.body)) return next(error);
    const headers = { "Content-Type": req.headers["content-type"] ?? "" };
    // Node reads forms of answers; a request's is no different.
    new globalThis.Response(new Uint8Array(req.body), { headers }).formData().then(
      (form) => {
        req.body = nested(form.entries());
        next();
      },
      (cause: unknown) =>
        next(Object.assign(new Error("The form can't be read.", { cause }), { status: 400 })),
    );
  });
}

function tooLarge(limit: number): ApiError {
  return new ApiError("INVALID_REQUEST", `The body is larger than ${limit / 1024 / 1024} MiB.`, {
    status: 413,
  });
}

function unreadable(error: unknown, mediaType: string): unknown {
  const { type, limit } = error as { type?: string; limit?: number };
  if (type === "entity.too.large") {
    return tooLarge(limit ?? maxBodySize);
  }
  if (type === "encoding.unsupported" || type === "charset.unsupported") {
    return new ApiError(
      "INVALID_REQUEST",
      "Unsupported encoding: send UTF-8, either uncompressed or with gzip, deflate or br.",
      { status: 415 },
    );
  }
  if (type !== undefined || (error as { status?: number }).status === 400) {
    const expected = /json$/.test(mediaType) ? "JSON" : mediaType;
    return new ApiError("INVALID_REQUEST", `The body isn't valid ${expected}.`, { cause: error });
  }
  return error;
}

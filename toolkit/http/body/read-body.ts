import { isUtf8 } from "node:buffer";
import express, { type Request, type RequestHandler, type Response } from "express";
import type { DocumentOperation } from "../../document/document.ts";
import { essence, isJson, matchesMediaType } from "../../document/media-types.ts";
import { nested } from "../../request/nested.ts";
import { addressOf } from "../client-address.ts";
import { ApiError, unavailable } from "../errors/api-error.ts";
import type { Step } from "../step.ts";
import { type BodyBudget, createBodyBudget, possibleSize } from "./body-budget.ts";
import { inviteBody } from "./invite-body.ts";
import { whenLarger } from "./when-larger.ts";

/** Bytes; a larger body is 413. */
const maxBodySize = 1024 * 1024;

/** Bytes, of bodies that carry files. */
const maxUploadSize = 16 * 1024 * 1024;

/** Bytes, of all bodies that are in memory at once. */
const maxBytesAtOnce = 64 * 1024 * 1024;

/** Content codings that a body may be sent in. */
const codings = new Set(["identity", "gzip", "deflate", "br"]);

interface Parser {
  parse: RequestHandler;
  limit: number;
  /** Its bytes must be UTF-8. */
  isText: boolean;
}

const byteOrderMark = Buffer.from("\uFEFF");
const any = () => true;
const bytes = express.raw({ type: any, limit: maxUploadSize });
const text = { type: any, limit: maxBodySize, verify: requireUtf8 };
const asJson = asText(express.json({ ...text, strict: false, verify: requireJson }));
const parsers: [mediaType: RegExp, Parser][] = [
  [/^application\/x-www-form-urlencoded$/, asText(express.urlencoded({ ...text, extended: true }))],
  [/^multipart\/form-data$/, { parse: readParts, limit: maxUploadSize, isText: false }],
  [/^text\/|[/+]xml$/, asText(express.text(text))],
];
const asBytes: Parser = { parse: bytes, limit: maxUploadSize, isText: false };

function parserFor(mediaType: string): Parser {
  if (isJson(mediaType)) return asJson;
  return parsers.find(([pattern]) => pattern.test(mediaType))?.[1] ?? asBytes;
}

function asText(parse: RequestHandler): Parser {
  return { parse, limit: maxBodySize, isText: true };
}

/**
 * Reads the bodies of operations that take one. A media type that the document doesn't list is 415, as is text in
 * another charset than UTF-8; a body that can't be read is 400 INVALID_REQUEST, one that is too large 413. Other
 * operations leave the body unread. Past what may be in memory at once, of all callers or of this one, the answer is 500
 * with `Retry-After` and the body stays unread.
 * @returns the step of an operation; undefined for one without a body
 */
export function createBodyReader() {
  const budget = createBodyBudget(maxBytesAtOnce);
  return ({ requestBody }: DocumentOperation): Step | undefined =>
    requestBody && readBody(Object.keys(requestBody.content), budget);
}

function readBody(mediaTypes: string[], budget: BodyBudget): Step {
  return (req, res, context) => {
    const hasBody =
      req.headers["transfer-encoding"] !== undefined || Number(req.headers["content-length"] ?? 0) > 0;
    if (!hasBody) return;
    const mediaType = essence(req.headers["content-type"] ?? "");
    const matched = mediaTypes.find((pattern) => matchesMediaType(pattern, mediaType));
    if (!matched) {
      throw new ApiError(
        "INVALID_REQUEST",
        `Send the body with \`Content-Type: ${mediaTypes.join("` or `")}\`.`,
        { status: 415 },
      );
    }
    const { parse, limit, isText } = parserFor(mediaType);
    if (!isDecodable(req, isText)) throw unsupportedEncoding();
    if (Number(req.headers["content-length"] ?? 0) > limit) throw tooLarge(limit);
    const giveBack = budget.take(context.identity?.bucket ?? addressOf(req), possibleSize(req, limit));
    if (!giveBack) {
      throw unavailable(
        "Too many large bodies are being received at the moment. Try again in a few seconds.",
      );
    }
    res.once("close", giveBack);
    return new Promise((resolve, reject) => {
      whenLarger(req, limit, () => reject(tooLarge(limit)));
      inviteBody(req, res);
      parse(req, res, (error?: unknown) => {
        if (error !== undefined) return reject(unreadable(error, mediaType));
        // No byte came, though the headers spoke of a body.
        if (req.body !== undefined) context.bodyType = matched;
        resolve();
      });
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

function isDecodable({ headers }: Request, isText: boolean): boolean {
  const coding = headers["content-encoding"]?.toLowerCase() ?? "identity";
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers["content-type"] ?? "")?.[1] ?? "utf-8";
  return codings.has(coding) && !(isText && charset.toLowerCase() !== "utf-8");
}

/** Other bytes would become replacement characters, and be taken for what the client meant. */
function requireUtf8(_req: unknown, _res: unknown, body: Buffer): void {
  if (!isUtf8(body)) throw Object.assign(new Error("The body isn't UTF-8."), { type: "body.not.utf8" });
}

/** Express would take a byte order mark alone for an empty object. */
function requireJson(req: unknown, res: unknown, body: Buffer): void {
  requireUtf8(req, res, body);
  if (body.equals(byteOrderMark)) throw new Error("Nothing follows the byte order mark.");
}

function unsupportedEncoding(): ApiError {
  return new ApiError(
    "INVALID_REQUEST",
    "Unsupported encoding: send UTF-8, either uncompressed or with gzip, deflate or br.",
    { status: 415 },
  );
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
  if (type === "body.not.utf8") {
    return new ApiError("INVALID_REQUEST", "The body isn't valid UTF-8.", { cause: error });
  }
  if (type !== undefined || (error as { status?: number }).status === 400) {
    const expected = isJson(mediaType) ? "JSON" : mediaType;
    return new ApiError("INVALID_REQUEST", `The body isn't valid ${expected}.`, { cause: error });
  }
  return error;
}

import { InexactInteger, itemFormat } from "@counterpart/client/messages";
import { bodyReading } from "../../document/body-reading.ts";
import type { ApiDocument, DocumentOperation, MediaType } from "../../document/document.ts";
import { isReadByItem } from "../../document/item-stream.ts";
import { essence, findMediaType, isJson, isOpenRange } from "../../document/media-types.ts";
import type { SentForm } from "../../request/sent-form.ts";
import type { Step } from "../composition/step.ts";
import { ApiError, unavailable } from "../errors/api-error.ts";
import { InvalidBody, inexactBody } from "../errors/invalid-body.ts";
import type { ExchangeRequest } from "../exchange.ts";
import { type BodyBudget, holderOf, turnToParse } from "./body-budget.ts";
import type { BodyLimits } from "./body-limits.ts";
import { type BodyParser, createParsers, type ParserOf } from "./body-parsers.ts";
import {
  BodyTooLarge,
  codingOf,
  codings,
  dropBody,
  expectedSize,
  firstSize,
  isCompressed,
  noteDigest,
  readBytes,
  sendContinue,
} from "./read-bytes.ts";
import { type ItemsToRead, readItems } from "./read-items.ts";

/**
 * Reads request bodies. Refuses with 415 (undocumented media type, charset other than UTF-8), 413 (too
 * large), 400 INVALID_REQUEST (unreadable), or 500 with `Retry-After` when the memory budget is used up.
 * @param budget shared by all operations
 * @returns the step for an operation; undefined for one without a body
 */
export function createBodyReader(document: ApiDocument, limits: BodyLimits, budget: BodyBudget) {
  const parserOf = createParsers(limits);
  return ({ requestBody }: DocumentOperation): Step | undefined =>
    requestBody && readBody(requestBody.content, { document, budget, parserOf });
}

interface Reading {
  document: ApiDocument;
  budget: BodyBudget;
  parserOf: ParserOf;
}

function readBody(content: Record<string, MediaType>, reading: Reading): Step {
  const { budget } = reading;
  const readerFor = readersOf(content, reading);
  return (req, res, context) => {
    if (!announcesBody(req)) return;
    const reader = readerFor(req.headers["content-type"] ?? "");
    const { matched, items, isForm, limit } = reader;
    if (!reader.isDecodable || !codings.has(codingOf(req))) throw unsupportedEncoding();
    if (Number(req.headers["content-length"] ?? 0) > limit) throw tooLarge(limit);
    const mostBytes = expectedSize(req) ?? limit;
    const holder = holderOf(req, res);
    // A handler may keep all items.
    const reserved = budget.take(holder, items ? mostBytes : firstSize(req, limit));
    if (!reserved) throw overloaded();
    res.once("close", reserved.release);
    if (items) {
      sendContinue(req, res);
      req.body = readItems(req, { ...items, limit, tooLarge: () => tooLarge(limit) });
      context.bodyType = matched;
      return;
    }
    dropBody(req, res, context, mostBytes);
    sendContinue(req, res);
    const accept = (bytes: Buffer<ArrayBuffer>): void => {
      // The body announced by the headers was empty, or middleware has already read it.
      if (bytes.length > 0) {
        noteDigest(req, bytes);
        req.body = parsed(bytes, reader);
      }
      if (req.body !== undefined) context.bodyType = matched;
      if (isForm) context.form = req.body as SentForm | undefined;
    };
    const reserve = (more: number): void => {
      if (!reserved.take(more)) throw overloaded();
    };
    return readBytes(req, limit, reserve).then(
      (bytes) => {
        const turn = turnToParse(holder, bytes.length, res);
        return turn ? turn.then(() => accept(bytes)) : accept(bytes);
      },
      (cause) => {
        if (cause instanceof ApiError) throw cause;
        throw cause instanceof BodyTooLarge ? tooLarge(limit) : broken(req, cause);
      },
    );
  };
}

function parsed(bytes: Buffer<ArrayBuffer>, { parse, contentType, mediaType }: BodyReader): unknown {
  try {
    return parse(bytes, contentType);
  } catch (cause) {
    if (cause instanceof InexactInteger) throw inexactBody(cause);
    if (!(cause instanceof SyntaxError)) throw cause;
    const expected = isJson(mediaType) ? "JSON" : mediaType;
    throw new ApiError("INVALID_REQUEST", `The body isn't valid ${expected}${position(cause)}.`, { cause });
  }
}

function overloaded(): ApiError {
  return unavailable("The server is receiving too many large bodies. Try again in a few seconds.");
}

function broken(req: ExchangeRequest, cause: unknown): ApiError {
  const message = isCompressed(req) ? `The body isn't valid ${codingOf(req)}.` : "The body ended too early.";
  return new ApiError("INVALID_REQUEST", message, { cause });
}

/** How a body with a Content-Type is read. */
interface BodyReader extends Pick<BodyParser, "parse" | "limit" | "isForm"> {
  contentType: string;
  mediaType: string;
  /** As the document spells it. */
  matched: string;
  /** Set for a body that is read item by item. */
  items: Pick<ItemsToRead, "format" | "jsonEvents"> | undefined;
  /** The charset is UTF-8 or absent. */
  isDecodable: boolean;
}

/** Chooses a reader by Content-Type and caches the last one, since most callers send the same type. */
function readersOf(content: Record<string, MediaType>, { document, parserOf }: Reading) {
  const mediaTypes = Object.keys(content);
  let last: BodyReader | undefined;
  return (contentType: string): BodyReader => {
    if (last?.contentType === contentType) return last;
    const mediaType = essence(contentType);
    const matched = findMediaType(mediaTypes, contentType);
    const documented = matched === undefined ? undefined : content[matched];
    const shape =
      matched !== undefined &&
      bodyReading(document, { documented: matched, media: documented ?? {}, sent: mediaType });
    if (matched === undefined || !shape) {
      throw unsupportedType(mediaTypes);
    }
    const { parse, limit, isText, isForm } = parserOf(
      shape === "bytes" ? "application/octet-stream" : mediaType,
    );
    const format = isReadByItem(matched, documented) ? itemFormat(matched) : undefined;
    const items = format && { format, jsonEvents: documented?.eventData !== undefined };
    const isDecodable = !(isText || items) || charsetOf(contentType) === "utf-8";
    last = { contentType, mediaType, matched, items, isForm, parse, limit, isDecodable };
    return last;
  };
}

/** @param mediaTypes that the document has */
export function unsupportedType(mediaTypes: string[]): ApiError {
  const possible = mediaTypes.map((one) => (isOpenRange(one) ? "application/json" : one)).join("` or `");
  return new ApiError("INVALID_REQUEST", `Send the body with \`Content-Type: ${possible}\`.`, {
    status: 415,
  });
}

function charsetOf(contentType: string): string {
  const [, charset = "utf-8"] = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType) ?? [];
  return charset.toLowerCase();
}

function unsupportedEncoding(): ApiError {
  return new ApiError(
    "INVALID_REQUEST",
    "Unsupported encoding: send UTF-8, either uncompressed or with gzip, deflate or br.",
    { status: 415 },
  );
}

function tooLarge(limit: number): InvalidBody {
  return new InvalidBody(`The body is larger than ${inWords(limit)}.`, { status: 413 });
}

function inWords(bytes: number): string {
  if (bytes % 1024 !== 0) return `${bytes} bytes`;
  return bytes % (1024 * 1024) === 0 ? `${bytes / 1024 / 1024} MiB` : `${bytes / 1024} KiB`;
}

/** The position of a JSON syntax error, if known. The parser's message would repeat what was sent. */
function position(error: unknown): string {
  const { message } = error as Error;
  const [, line, column] = / \(line (\d+) column (\d+)\)$/.exec(message) ?? [];
  if (line !== undefined) return ` at line ${line}, column ${column}`;
  return message === "Unexpected end of JSON input" ? ": it ends too early" : "";
}

/** Whether the request has a body (RFC 9112, 6.3). */
export function announcesBody({ headers }: Pick<ExchangeRequest, "headers">): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

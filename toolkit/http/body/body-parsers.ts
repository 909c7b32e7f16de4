import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import express, { type Request, type RequestHandler, type Response } from "express";
import { assertExact } from "../../client-runtime/parse-json.ts";
import { isJson } from "../../document/media-types.ts";
import { multipartForm, urlencodedForm } from "../../request/sent-form.ts";
import { noteDigest } from "./body-digest.ts";
import type { BodyLimits } from "./body-limits.ts";
import { releaseMemory } from "./release-memory.ts";
import { readShortJson } from "./short-json.ts";

export interface BodyParser {
  parse: RequestHandler;
  /** Bytes. */
  limit: number;
  /** Its bytes must be UTF-8. */
  isText: boolean;
  /** The body becomes a `SentForm`. */
  isForm?: boolean;
}

/** @param mediaType without parameters, in lower case */
export type ParserOf = (mediaType: string) => BodyParser;

export function createParsers({ maxBodyBytes, maxUploadBytes }: BodyLimits): ParserOf {
  const bytes = express.raw({
    type: any,
    limit: maxUploadBytes,
    verify: (req, _res, body) => noteDigest(req, body),
  });
  const text = { type: any, limit: maxBodyBytes, verify: requireUtf8 };
  const asText = (parse: RequestHandler): BodyParser => ({ parse, limit: maxBodyBytes, isText: true });
  const asBytes: BodyParser = { parse: bytes, limit: maxUploadBytes, isText: false };
  const asJson = asText(readShortJson(express.json({ ...text, strict: false, verify: requireJson })));
  const others: [mediaType: RegExp, BodyParser][] = [
    [/^application\/x-www-form-urlencoded$/, { ...asText(fieldsReader(express.text(text))), isForm: true }],
    [/^multipart\/form-data$/, { ...asBytes, parse: partsReader(bytes), isForm: true }],
    [/^text\/|[/+](xml|yaml)$|\/x-yaml$/, asText(express.text(text))],
  ];
  return (mediaType) =>
    isJson(mediaType) ? asJson : (others.find(([pattern]) => pattern.test(mediaType))?.[1] ?? asBytes);
}

const byteOrderMark = Buffer.from("\uFEFF");
const any = () => true;

function fieldsReader(text: RequestHandler) {
  return (req: Request, res: Response, next: (error?: unknown) => void): unknown =>
    text(req, res, (error?: unknown) => {
      if (error === undefined && typeof req.body === "string") req.body = urlencodedForm(req.body);
      next(error);
    });
}

function partsReader(bytes: RequestHandler) {
  return (req: Request, res: Response, next: (error?: unknown) => void): unknown =>
    bytes(req, res, (error?: unknown) => {
      const body: Buffer<ArrayBuffer> | undefined = req.body;
      if (error !== undefined || !Buffer.isBuffer(body)) return next(error);
      try {
        const form = multipartForm(body, req.headers["content-type"] ?? "");
        req.body = { ...form, release: () => releaseMemory(body) };
      } catch (cause) {
        return next(Object.assign(new Error("The form can't be read.", { cause }), { status: 400 }));
      }
      next();
    });
}

/** Other bytes would be turned into replacement characters and accepted as what the client sent. */
function requireUtf8(req: IncomingMessage, _res: unknown, body: Buffer): void {
  if (!isUtf8(body)) throw Object.assign(new Error("The body isn't UTF-8."), { type: "body.not.utf8" });
  noteDigest(req, body);
}

/** Express would parse a lone byte order mark as an empty object. */
function requireJson(req: IncomingMessage, res: unknown, body: Buffer): void {
  requireUtf8(req, res, body);
  if (body.equals(byteOrderMark)) throw new Error("Nothing follows the byte order mark.");
  try {
    assertExact(body.toString());
  } catch (error) {
    // The parser says where JSON is broken.
    if (!(error instanceof SyntaxError)) throw error;
  }
}

import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import express, { type Request, type RequestHandler, type Response } from "express";
import { isJson } from "../../document/media-types.ts";
import { nested } from "../../request/nested.ts";
import { noteDigest } from "./body-digest.ts";
import type { BodyLimits } from "./body-limits.ts";
import { formParts } from "./form-parts.ts";
import { releaseMemory } from "./release-memory.ts";
import { readShortJson } from "./short-json.ts";

export interface BodyParser {
  parse: RequestHandler;
  /** Bytes. */
  limit: number;
  /** Its bytes must be UTF-8. */
  isText: boolean;
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
    [/^application\/x-www-form-urlencoded$/, asText(express.urlencoded({ ...text, extended: true }))],
    [/^multipart\/form-data$/, { ...asBytes, parse: partsReader(bytes) }],
    [/^text\/|[/+]xml$/, asText(express.text(text))],
  ];
  return (mediaType) =>
    isJson(mediaType) ? asJson : (others.find(([pattern]) => pattern.test(mediaType))?.[1] ?? asBytes);
}

const byteOrderMark = Buffer.from("\uFEFF");
const any = () => true;

/** The parts of a form by name, files as `File`; several of one name are a list. */
function partsReader(bytes: RequestHandler) {
  return (req: Request, res: Response, next: (error?: unknown) => void): unknown =>
    bytes(req, res, (error?: unknown) => {
      const body: Buffer<ArrayBuffer> | undefined = req.body;
      if (error !== undefined || !Buffer.isBuffer(body)) return next(error);
      try {
        req.body = nested(formParts(body, req.headers["content-type"] ?? ""));
      } catch (cause) {
        return next(Object.assign(new Error("The form can't be read.", { cause }), { status: 400 }));
      }
      releaseMemory(body);
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
}

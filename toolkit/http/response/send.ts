import type { Response } from "express";
import type { DocumentOperation } from "../../document/document.ts";
import { itemFormat } from "../../document/item-stream.ts";
import { isJson } from "../../document/media-types.ts";
import { responseFor } from "../../document/response-for.ts";
import { ContractViolation } from "../../validation/contract-violation.ts";
import type { OperationValidator } from "../../validation/operation-validator.ts";
import { contextOf } from "../context.ts";
import { takeHeaders } from "./held-headers.ts";
import { itemStream } from "./item-text.ts";
import { discard, isStreamed, type StreamedBody, sendStream } from "./send-stream.ts";

/** What a handler returns. */
export interface Output {
  status: number;
  /** JSON, text, bytes as `Buffer` or `Blob`; or a stream, where the media type isn't JSON: of its items, where the document describes them. */
  body?: unknown;
  /** Required where the document offers several for this status. */
  contentType?: string;
  headers?: Record<string, unknown>;
}

const json = "application/json";

/** Up to this length (characters), head and body are written together; beyond it, the body is encoded once. */
const shortText = 8192;

/**
 * Sends a handler's responses, validated against the document. A frozen body can't change any more, so it is validated
 * and serialised once, and remembered with what was sent of it last.
 * @returns sends one response, whose status the operation documents
 */
export function createSend(operation: DocumentOperation, validator: OperationValidator) {
  const remembered = new WeakMap<object, Serialized>();
  const mediaTypes = new Map<number, string>();
  const mediaTypeOf = (status: number): string => {
    let mediaType = mediaTypes.get(status);
    if (mediaType === undefined) {
      const [first = json] = Object.keys(responseFor(operation.responses, status)?.content ?? {});
      mediaType = first.includes("*") ? json : first;
      mediaTypes.set(status, mediaType);
    }
    return mediaType;
  };

  return (res: Response, { status, body, contentType = mediaTypeOf(status), headers }: Output) => {
    for (const name in headers) res.setHeader(name, String(headers[name]));
    res.statusCode = status;
    if (body === undefined) return end(res);
    // Not by `res.send`, which answers 304 to `If-None-Match: *`, whatever the document says.
    if (Buffer.isBuffer(body)) return end(res, contentType, body);
    if (body instanceof Blob) {
      return body.arrayBuffer().then((bytes) => end(res, contentType, Buffer.from(bytes)));
    }
    if (typeof body === "string" && !isJson(contentType)) {
      const hasCharset = /;\s*charset=/i.test(contentType);
      return end(res, hasCharset ? contentType : `${contentType}; charset=utf-8`, Buffer.from(body));
    }
    if (isStreamed(body)) return sendItems(res, { status, body, contentType });
    const isFrozen = typeof body === "object" && body !== null && Object.isFrozen(body);
    const known = isFrozen ? remembered.get(body) : undefined;
    if (known?.status === status && known.contentType === contentType) {
      return end(res, known.sentType, known.sent);
    }
    const sent = toSent(validator.validateResponse(status, contentType, body));
    const sentType = contentType === json ? `${json}; charset=utf-8` : contentType;
    if (isFrozen) remembered.set(body, { status, contentType, sentType, sent });
    return end(res, sentType, sent);
  };

  function sendItems(res: Response, { status, body, contentType }: Streamed): Promise<void> {
    if (isJson(contentType)) {
      discard(body);
      const { operationId } = operation;
      throw new ContractViolation(
        `${operationId} answered ${status}, as a stream of ${contentType}, which can't be validated.`,
      );
    }
    res.setHeader("Content-Type", contentType);
    const isHead = contextOf(res).isHead === true;
    const check = validator.itemCheck(status, contentType);
    const format = check && itemFormat(contentType);
    // A stream that isn't read is released as it was given.
    const stream = isHead || !format ? body : itemStream(body, format, check);
    return sendStream(res, stream, { isHead, contentType });
  }
}

interface Streamed {
  status: number;
  body: StreamedBody;
  contentType: string;
}

interface Serialized {
  status: number;
  contentType: string;
  /** The `Content-Type`. */
  sentType: string;
  sent: string | Buffer;
}

/**
 * Short texts stay text, in which each character is a byte: Node writes them together with the head, as Latin-1, which
 * takes half as long as bytes do.
 */
function toSent(text: string): string | Buffer {
  if (text.length > shortText) return Buffer.from(text);
  return Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString("latin1");
}

/**
 * Sends what is known by now, after whoever wants to keep it.
 * @param sent a character of a text is a byte
 */
function end(res: Response, contentType?: string, sent?: string | Buffer): void | Promise<void> {
  const { beforeSending } = contextOf(res);
  if (!beforeSending) return sendContent(res, contentType, sent);
  if (contentType !== undefined) res.setHeader("Content-Type", contentType);
  const bytes = typeof sent === "string" ? Buffer.from(sent, "latin1") : sent;
  return beforeSending(bytes?.toString("base64")).then(() => sendContent(res, contentType, sent));
}

/** @param sent undefined for no body; a character of a text is a byte */
export function sendContent(res: Response, contentType = "", sent?: string | Buffer): void {
  if (sent === undefined) return void res.end();
  const list = takeHeaders(res);
  if (list) {
    list.push("Content-Type", contentType, "Content-Length", `${sent.length}`);
    res.writeHead(res.statusCode, list);
  } else {
    res.setHeader("Content-Type", contentType);
    res.setHeader("Content-Length", sent.length);
  }
  if (typeof sent === "string") res.end(sent, "latin1");
  else res.end(sent);
}

import { randomUUID } from "node:crypto";
import { itemText } from "@counterpart/client/messages";
import { type Caching, cachingOf } from "../../document/caching.ts";
import type { DocumentOperation, Header } from "../../document/document.ts";
import { isJson, matchesMediaType, sendableMediaType } from "../../document/media-types.ts";
import { own } from "../../document/own.ts";
import { responseFor } from "../../document/response-for.ts";
import { ContractViolation } from "../../validation/contract-violation.ts";
import type { OperationValidator } from "../../validation/operation-validator.ts";
import type { Report } from "../../validation/response-validators.ts";
import { contextOf } from "../context.ts";
import type { ExchangeResponse } from "../exchange.ts";
import { arrayInParts, isCachedBody } from "./cached-body.ts";
import { headerLines } from "./header-lines.ts";
import {
  bytesOf,
  type Content,
  discard,
  entityTag,
  isStreamed,
  itemStream,
  piecesToSend,
  type StreamedBody,
  sendContent,
  sendStream,
} from "./send-content.ts";

/** What a handler returns. */
export interface Output {
  status: number;
  /**
   * JSON, text, or bytes as `Buffer` or `Blob`. Media types other than JSON may be a stream, of items where
   * the document describes them.
   */
  body?: unknown;
  /** Required if the document offers several media types for the status. */
  contentType?: string;
  /** Values to serialise by their schemas, or text to send unchanged. */
  headers?: Record<string, unknown>;
}

const json = "application/json";

/** In characters. Shorter text is written together with the head; longer text is encoded once. */
const shortText = 8192;

/**
 * Sends a handler's responses, validated against the document. The serialisation of a `cachedBody` is cached.
 * @returns a function that sends one response, whose status must be documented
 */
export function createSend(operation: DocumentOperation, validator: OperationValidator) {
  const remembered = new WeakMap<object, Serialized>();
  const known = new Map<number, Documented>();
  const documentedFor = (status: number): Documented => {
    let documented = known.get(status);
    if (!documented) {
      const response = responseFor(operation.responses, status);
      const [first = json] = Object.keys(response?.content ?? {});
      const headers = Object.entries(response?.headers ?? {}).map(([name, one]) => [name.toLowerCase(), one]);
      documented = {
        first,
        mediaType: sendableMediaType(first),
        caching: cachingOf(operation, status),
        headers: Object.fromEntries(headers),
      };
      known.set(status, documented);
    }
    return documented;
  };

  return (res: ExchangeResponse, { status, body, contentType: given, headers }: Output) => {
    const { first, mediaType, caching, headers: documented } = documentedFor(status);
    const contentType = given ?? (first === mediaType ? mediaType : typeInRange(first, body));
    const send = (content?: Content) => end(res, content, caching);
    for (const name in headers) {
      const header = own(documented, name.toLowerCase());
      const lines = headerLines(
        name,
        header ? validator.headerAsSent(header, headers[name]) : headers[name],
        header,
      );
      if (lines !== undefined) res.setHeader(name, lines);
    }
    res.statusCode = status;
    if (body === undefined) return send();
    // Not `res.send`, which always answers 304 to `If-None-Match: *`, whatever the document says.
    if (Buffer.isBuffer(body)) return send({ type: contentType, sent: body });
    if (body instanceof Blob) {
      return body.arrayBuffer().then((bytes) => send({ type: contentType, sent: Buffer.from(bytes) }));
    }
    if (typeof body === "string" && !isJson(contentType)) {
      const hasCharset = /;\s*charset=/i.test(contentType);
      const type = hasCharset ? contentType : `${contentType}; charset=utf-8`;
      return send({ type, sent: Buffer.from(body) });
    }
    if (isStreamed(body)) return sendItems(res, { status, body, contentType });
    const isCached = isCachedBody(body);
    const before = isCached ? remembered.get(body) : undefined;
    if (before?.status === status && before.contentType === contentType) {
      return send(before.content);
    }
    const content: Content = {
      type: contentType === json ? `${json}; charset=utf-8` : contentType,
      ...contentOf(res, { status, contentType, body }, caching),
    };
    if (isCached) {
      content.coded = {};
      remembered.set(body, { status, contentType, content });
    }
    return send(content);
  };

  /** Validates a body, except for the items of an array in parts, which were validated before. */
  function contentOf(
    res: ExchangeResponse,
    { status, body, contentType }: Required<Pick<Output, "status" | "body" | "contentType">>,
    { taggedBy }: Caching,
  ): Pick<Content, "sent" | "tag"> {
    const array = isCachedBody(body) ? arrayInParts(body) : undefined;
    if (!array) return { sent: toSent(validator.validateResponse(status, contentType, body, reportTo(res))) };
    const { names, items, parts } = array;
    const count = parts.reduce((sum, part) => sum + part.count, 0);
    const stead = randomUUID();
    const checked = { names, items, count, stead };
    const text = validator.validateResponse(status, contentType, body, reportTo(res), checked);
    const [before = "", after = ""] = text.split(JSON.stringify(stead));
    contextOf(res).formatFault ??= parts.find(({ formatFault }) => formatFault)?.formatFault;
    const texts = parts.map((part, at) => (at === 0 ? part.text.subarray(1) : part.text));
    return {
      sent: piecesToSend([Buffer.from(`${before}[`), ...texts, Buffer.from(`]${after}`)]),
      ...(taggedBy === "server" && {
        tag: entityTag([before, ...parts.map(({ hash }) => hash), after].join()),
      }),
    };
  }

  function sendItems(res: ExchangeResponse, { status, body, contentType }: Streamed): Promise<void> {
    if (isJson(contentType)) {
      discard(body);
      const { operationId } = operation;
      throw new ContractViolation(
        `${operationId} answered ${status}, as a stream of ${contentType}, which can't be validated.`,
      );
    }
    res.setHeader("Content-Type", contentType);
    const isHead = contextOf(res).isHead === true;
    const items = validator.responseItems(status, contentType);
    const report = reportTo(res);
    // For HEAD, the original stream is released unread.
    const stream =
      isHead || !items
        ? body
        : itemStream(body, (item) =>
            itemText(items.format, items.check(item, report), items.mediaType.eventData),
          );
    return sendStream(res, stream, { isHead, contentType });
  }
}

/** Reports the first violation of a format in the request's log line. */
function reportTo(res: ExchangeResponse): Report {
  return ({ message }) => {
    contextOf(res).formatFault ??= message;
  };
}

interface Streamed {
  status: number;
  body: StreamedBody;
  contentType: string;
}

/**
 * The media type to send for a range that the handler doesn't narrow: a Blob's own if it matches, else a
 * default.
 */
function typeInRange(range: string, body: unknown): string {
  const isBytes = Buffer.isBuffer(body) || body instanceof Blob;
  const own = body instanceof Blob ? body.type : "";
  return own !== "" && matchesMediaType(range, own) ? own : sendableMediaType(range, { isBytes });
}

/** The documented response for a status. */
interface Documented {
  /** The first documented media type; may be a range. */
  first: string;
  /** The media type sent for it. */
  mediaType: string;
  caching: Caching;
  /** By lower-case name. */
  headers: Record<string, Header>;
}

/** The last serialisation of a cached body; lives as long as the body. */
interface Serialized {
  status: number;
  contentType: string;
  content: Content;
}

/**
 * Keeps short text as a Latin-1 string, one character per byte: Node writes it together with the head, twice
 * as fast as bytes.
 */
function toSent(text: string): string | Buffer {
  if (text.length > shortText) return Buffer.from(text);
  return Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString("latin1");
}

/** Sends the response, after `beforeSending` if set. @param content undefined for no body */
function end(res: ExchangeResponse, content: Content | undefined, caching: Caching): void | Promise<void> {
  const { beforeSending } = contextOf(res);
  if (!beforeSending) return content ? sendContent(res, content, caching) : void res.end();
  if (!content) return beforeSending(undefined).then(() => void res.end());
  res.setHeader("Content-Type", content.type);
  return beforeSending(bytesOf(content).toString("base64")).then(() => sendContent(res, content, caching));
}

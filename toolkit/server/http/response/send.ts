import type { Response } from "express";
import { itemText } from "../../client-runtime/item-text.ts";
import { type Caching, cachingOf } from "../../document/caching.ts";
import type { DocumentOperation, Header } from "../../document/document.ts";
import { isJson, matchesMediaType, sendableMediaType } from "../../document/media-types.ts";
import { own } from "../../document/own.ts";
import { responseFor } from "../../document/response-for.ts";
import { ContractViolation } from "../../validation/contract-violation.ts";
import type { OperationValidator } from "../../validation/operation-validator.ts";
import { contextOf } from "../context.ts";
import { isCachedBody } from "./cached-body.ts";
import { headerLines } from "./header-lines.ts";
import { itemStream } from "./item-stream.ts";
import { bytesOf, type Content, sendContent } from "./send-content.ts";
import { discard, isStreamed, type StreamedBody, sendStream } from "./send-stream.ts";

/** What a handler returns. */
export interface Output {
  status: number;
  /** JSON, text, bytes as `Buffer` or `Blob`; or a stream, where the media type isn't JSON: of its items, where the document describes them. */
  body?: unknown;
  /** Required where the document offers several for this status. */
  contentType?: string;
  /** Values of their schemas, which are serialised; or texts as they are sent. */
  headers?: Record<string, unknown>;
}

const json = "application/json";

/** Up to this length (characters), head and body are written together; beyond it, the body is encoded once. */
const shortText = 8192;

/**
 * Sends a handler's responses, validated against the document. A body of `cachedBody` is validated and serialised once,
 * and remembered with what was sent of it last.
 * @returns sends one response, whose status the operation documents
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

  return (res: Response, { status, body, contentType: given, headers }: Output) => {
    const { first, mediaType, caching, headers: documented } = documentedFor(status);
    const contentType = given ?? (first === mediaType ? mediaType : typeInRange(first, body));
    const send = (content?: Content) => end(res, content, caching);
    for (const name in headers) {
      const lines = headerLines(name, headers[name], own(documented, name.toLowerCase()));
      if (lines !== undefined) res.setHeader(name, lines);
    }
    res.statusCode = status;
    if (body === undefined) return send();
    // Not by `res.send`, which answers 304 to `If-None-Match: *`, whatever the document says.
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
      sent: toSent(validator.validateResponse(status, contentType, body)),
    };
    if (isCached) {
      content.coded = {};
      remembered.set(body, { status, contentType, content });
    }
    return send(content);
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
    const items = validator.responseItems(status, contentType);
    // A stream that isn't read is released as it was given.
    const stream =
      isHead || !items
        ? body
        : itemStream(body, (item) => itemText(items.format, items.check(item), items.mediaType.eventData));
    return sendStream(res, stream, { isHead, contentType });
  }
}

interface Streamed {
  status: number;
  body: StreamedBody;
  contentType: string;
}

/** What is sent for a range that the handler doesn't narrow: bytes are of their own type, or of any. */
function typeInRange(range: string, body: unknown): string {
  const isBytes = Buffer.isBuffer(body) || body instanceof Blob;
  const own = body instanceof Blob ? body.type : "";
  return own !== "" && matchesMediaType(range, own) ? own : sendableMediaType(range, { isBytes });
}

/** What the document says about the responses with a status. */
interface Documented {
  /** The first media type, which may be a range. */
  first: string;
  /** What is sent for it. */
  mediaType: string;
  caching: Caching;
  /** By name in lower case. */
  headers: Record<string, Header>;
}

/** What was sent of a cached body: as long as the body lives, so does this. */
interface Serialized {
  status: number;
  contentType: string;
  content: Content;
}

/**
 * Short texts stay text, in which each character is a byte: Node writes them together with the head, as Latin-1, which
 * takes half as long as bytes do.
 */
function toSent(text: string): string | Buffer {
  if (text.length > shortText) return Buffer.from(text);
  return Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString("latin1");
}

/** Sends what is known by now, after whoever wants to keep it. @param content undefined for no body */
function end(res: Response, content: Content | undefined, caching: Caching): void | Promise<void> {
  const { beforeSending } = contextOf(res);
  if (!beforeSending) return content ? sendContent(res, content, caching) : void res.end();
  if (!content) return beforeSending(undefined).then(() => void res.end());
  res.setHeader("Content-Type", content.type);
  return beforeSending(bytesOf(content).toString("base64")).then(() => sendContent(res, content, caching));
}

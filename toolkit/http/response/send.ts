import type { Response } from "express";
import type { Response as Documented, DocumentOperation } from "../../document/document.ts";
import { itemFormat } from "../../document/item-stream.ts";
import { isJson } from "../../document/media-types.ts";
import { ContractViolation } from "../../validation/contract-violation.ts";
import type { OperationValidators } from "../../validation/operation-validator.ts";
import { contextOf } from "../context.ts";
import { itemStream } from "./item-text.ts";
import { discard, isStreamed, sendStream } from "./send-stream.ts";

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

/** Up to this length (characters), head and body are written together as text; beyond it, as bytes encoded once. */
const shortText = 8192;

/**
 * Sends a handler's response, validated against the document. A frozen body can't change any more, so it is validated
 * and serialised once and cached by operation and status.
 */
export function createSend(validators: OperationValidators) {
  const remembered = new WeakMap<object, Map<string, string | Buffer>>();

  return (
    res: Response,
    operation: DocumentOperation,
    documented: Documented | undefined,
    output: Output,
  ): void | Promise<void> => {
    const { status, body, headers } = output;
    for (const name in headers) res.setHeader(name, String(headers[name]));
    res.statusCode = status;
    if (body === undefined) {
      res.end();
      return;
    }
    const [first = json] = Object.keys(documented?.content ?? {});
    const contentType = output.contentType ?? (first.includes("*") ? json : first);
    res.setHeader("Content-Type", contentType === json ? `${json}; charset=utf-8` : contentType);
    // Not by `res.send`, which answers 304 to `If-None-Match: *`, whatever the document says.
    if (Buffer.isBuffer(body)) return end(res, body);
    if (body instanceof Blob) return body.arrayBuffer().then((bytes) => end(res, Buffer.from(bytes)));
    if (typeof body === "string" && !isJson(contentType)) {
      if (!/;\s*charset=/i.test(contentType)) res.setHeader("Content-Type", `${contentType}; charset=utf-8`);
      return end(res, Buffer.from(body));
    }
    if (isStreamed(body)) {
      if (!isJson(contentType)) {
        const isHead = contextOf(res).isHead === true;
        const check = validators(operation).itemCheck(status, contentType);
        const format = check && itemFormat(contentType);
        // A stream that isn't read is released as it was given.
        const stream = isHead || !format ? body : itemStream(body, format, check);
        return sendStream(res, stream, { isHead, contentType });
      }
      discard(body);
      const { operationId } = operation;
      throw new ContractViolation(
        `${operationId} answered ${status}, as a stream of ${contentType}, which can't be validated.`,
      );
    }
    const frozen = typeof body === "object" && body !== null && Object.isFrozen(body) ? body : undefined;
    const key = `${operation.operationId} ${status} ${contentType}`;
    const known = frozen && remembered.get(frozen)?.get(key);
    if (known !== undefined) return end(res, known);

    const text = validators(operation).validateResponse(status, contentType, body);
    const sent = text.length > shortText || !isAscii(text) ? Buffer.from(text) : text;
    if (frozen) {
      const byKey = remembered.get(frozen) ?? new Map<string, string | Buffer>();
      remembered.set(frozen, byKey.set(key, sent));
    }
    end(res, sent);
  };
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what ASCII is.
  return /^[\x00-\x7f]*$/.test(text);
}

/** Text is ASCII here, which Latin-1 writes as it is. */
function end(res: Response, sent: string | Buffer): void {
  res.setHeader("Content-Length", sent.length);
  if (typeof sent === "string") res.end(sent, "latin1");
  else res.end(sent);
}

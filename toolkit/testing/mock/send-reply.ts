import { itemFormat, itemText } from "@counterpart/client/messages";
import {
  type Caching,
  cachingOf,
  type DocumentOperation,
  essence,
  isBodiless,
  isJson,
  type MediaType,
  responseFor,
} from "@counterpart/server/document";
import { type ExchangeResponse, headersAsSent, sendContent } from "@counterpart/server/http";
import { nonconformingHeader } from "../checks/nonconforming-header.ts";
import { serialize } from "./prism/internals.ts";
import type { Reply } from "./prism/prism.ts";
import { tinyFile } from "./tiny-file.ts";

/** Sends a reply. Headers set by earlier steps take precedence over the document's examples. */
export function sendReply(
  res: ExchangeResponse,
  operation: DocumentOperation,
  { status, headers, mediaType, contentType = mediaType, body, isNonconforming }: Reply,
): void | Promise<void> {
  if (isNonconforming) res.setHeader(nonconformingHeader, "No value was found that fits the document.");
  const response = responseFor(operation.responses, status);
  for (const [name, lines] of Object.entries(headersAsSent(response, headers))) {
    // The mock stores no responses, so none is replayed.
    if (name.toLowerCase() === "idempotent-replayed") continue;
    if (!res.hasHeader(name)) res.setHeader(name, lines);
  }
  if (status === 429) setExhaustedLimit(res);
  res.statusCode = status;
  if (mediaType === undefined || contentType === undefined || isBodiless(status)) {
    // Unlike 204 and 304, a 205 must state its length (RFC 9110, 15.3.6).
    if (status !== 204 && status !== 304) res.setHeader("Content-Length", 0);
    res.end();
    return;
  }
  const caching = cachingOf(operation, status);
  const documented = response?.content[mediaType];
  const file = documented?.schema?.contentEncoding === undefined ? tinyFile(contentType) : undefined;
  if (file && !isFile(body, file)) return sendContent(res, { type: contentType, sent: file }, caching);
  const text = body === undefined ? "" : bodyText(body, contentType, documented);
  return sendText(res, contentType, text, caching);
}

/** Whether an example is a file's text, such as that of a PDF. */
function isFile(body: unknown, { buffer, byteOffset }: Buffer): boolean {
  return typeof body === "string" && body.startsWith(Buffer.from(buffer, byteOffset, 4).toString("latin1"));
}

/** Serializes a body as JSON or XML by its media type. Strings stay as they are; JSON is the fallback. */
export function bodyText(body: unknown, contentType: string, documented: MediaType | undefined): string {
  if (isJson(contentType)) return JSON.stringify(body);
  const format = itemFormat(contentType);
  if (format && Array.isArray(body))
    return body.map((item) => itemText(format, item, documented?.eventData)).join("");
  if (typeof body === "string") return body;
  return essence(contentType).endsWith("xml")
    ? String(serialize(body, "application/xml"))
    : JSON.stringify(body);
}

/** @param caching the documented caching; by default, none */
export function sendText(
  res: ExchangeResponse,
  contentType: string,
  text: string,
  caching: Caching = { isConditional: false, isCompressible: false },
): void | Promise<void> {
  const needsCharset = (isJson(contentType) || contentType.startsWith("text/")) && !contentType.includes(";");
  const type = needsCharset ? `${contentType}; charset=utf-8` : contentType;
  return sendContent(res, { type, sent: Buffer.from(text) }, caching);
}

/** Reports zero remaining requests, because a contradictory 429 would teach clients to ignore the headers. */
function setExhaustedLimit(res: ExchangeResponse): void {
  const limit = res.getHeader("RateLimit-Limit");
  if (limit === undefined) return;
  const reset = res.getHeader("Retry-After") ?? res.getHeader("RateLimit-Reset") ?? 0;
  res.setHeader("RateLimit-Remaining", 0);
  res.setHeader("RateLimit-Reset", reset);
  res.setHeader("RateLimit", `limit=${limit}, remaining=0, reset=${reset}`);
}

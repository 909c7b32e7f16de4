import type { Caching } from "../../document/caching.ts";
import type { ExchangeResponse } from "../exchange.ts";
import { type Coding, chooseCoding, compress, isCompressible } from "./content-coding.ts";
import { codedTag, entityTag, hasTagWeakly } from "./entity-tag.ts";

/** A complete response body. */
export interface Content {
  /** The `Content-Type`. */
  type: string;
  /** Each character of a string is one byte (Latin-1). */
  sent: string | Buffer;
  /** The entity tag, if already computed. */
  tag?: string;
  /** Compressed versions, cached for content that is sent repeatedly. */
  coded?: Partial<Record<Coding, Promise<Buffer>>>;
}

/**
 * Sends content with the documented caching: with its entity tag; compressed if the caller accepts that; or
 * as 304 if the caller already has it (RFC 9110, 13.1.2).
 */
export function sendContent(res: ExchangeResponse, content: Content, caching: Caching): void | Promise<void> {
  const { type, sent } = content;
  const { headers } = res.req;
  if (caching.cacheControl !== undefined) res.setHeader("Cache-Control", caching.cacheControl);
  const hasVariants =
    caching.isCompressible && isCompressible(type, sent.length) && !res.hasHeader("Content-Encoding");
  const coding = hasVariants ? chooseCoding(headers["accept-encoding"]) : undefined;
  if (hasVariants) addVary(res, "Accept-Encoding");
  const plainTag = tagOf(res, content, caching);
  if (plainTag !== undefined) {
    const tag = coding === undefined ? plainTag : codedTag(plainTag, coding);
    if (coding !== undefined || caching.taggedBy === "server") res.setHeader("ETag", tag);
    const known = caching.isConditional ? headers["if-none-match"] : undefined;
    if (known !== undefined && hasTagWeakly(known, tag)) {
      res.statusCode = 304;
      return void res.end();
    }
  }
  res.setHeader("Content-Type", type);
  if (coding === undefined) return end(res, sent);
  res.setHeader("Content-Encoding", coding);
  return codedContent(content, coding).then((bytes) => end(res, bytes));
}

/** Names a request header on which the response depends. */
function addVary(res: ExchangeResponse, name: string): void {
  const given = res.getHeader("Vary")?.toString() ?? "";
  const names = given.split(",").map((one) => one.trim().toLowerCase());
  if (names.includes("*") || names.includes(name.toLowerCase())) return;
  res.setHeader("Vary", given === "" ? name : `${given}, ${name}`);
}

function tagOf(res: ExchangeResponse, content: Content, { taggedBy }: Caching): string | undefined {
  if (taggedBy === "handler") return res.getHeader("ETag")?.toString();
  if (taggedBy === "server") content.tag ??= entityTag(bytesOf(content));
  return content.tag;
}

function codedContent(content: Content, coding: Coding): Promise<Buffer> {
  const { coded } = content;
  const known = coded?.[coding];
  if (known) return known;
  const bytes = compress(coding, bytesOf(content));
  if (!coded) return bytes;
  coded[coding] = bytes;
  bytes.catch(() => delete coded[coding]);
  return bytes;
}

export function bytesOf({ sent }: Content): Buffer {
  return typeof sent === "string" ? Buffer.from(sent, "latin1") : sent;
}

function end(res: ExchangeResponse, sent: string | Buffer): void {
  res.setHeader("Content-Length", sent.length);
  if (typeof sent === "string") res.end(sent, "latin1");
  else res.end(sent);
}

import type { DocumentOperation, Header, Response } from "./document.ts";
import { responseFor } from "./response-for.ts";
import { onlyValue } from "./selectors.ts";

/** What the document says about caching an operation's response and making conditional requests for it. */
export interface Caching {
  /**
   * Who sets the entity tag. The server does if the `ETag` header has `x-set-by: server`, or if the operation
   * documents 304 but no `ETag`.
   */
  taggedBy?: "server" | "handler";
  /** Whether it is the 200 of a GET or HEAD that also documents 304. */
  isConditional: boolean;
  /** The value of `Cache-Control`; undefined if the document doesn't determine it. */
  cacheControl?: string;
  /**
   * Whether it may be compressed. A `no-store` response isn't: it may contain a secret beside input that an
   * attacker chose (BREACH).
   */
  isCompressible: boolean;
}

/**
 * Reads the caching rules of a response. If the operation documents 304, callers may cache the response and
 * must revalidate it, unless its `Cache-Control` header says otherwise.
 */
export function cachingOf({ method, responses }: DocumentOperation, status: number): Caching {
  const response = responseFor(responses, status);
  const isConditional =
    (method === "get" || method === "head") && status === 200 && Object.hasOwn(responses, "304");
  const tag = headerOf(response, "etag");
  const control = headerOf(response, "cache-control");
  const usual = isConditional && !control ? "private, no-cache" : undefined;
  const cacheControl = control?.setByServer ? onlyValue(control.schema) : usual;
  const isTaggedByServer = tag ? tag.setByServer : isConditional;
  return {
    ...(tag && { taggedBy: "handler" }),
    ...(isTaggedByServer && { taggedBy: "server" }),
    isConditional,
    ...(cacheControl !== undefined && { cacheControl }),
    // A 206 contains a part of the content, which must not be encoded separately.
    isCompressible: status !== 206 && !/\bno-store\b/.test(cacheControl ?? ""),
  };
}

/** Whether an operation has the request header `If-Match` (RFC 9110, 13.1.1). */
export function takesIfMatch({ parameters }: DocumentOperation): boolean {
  return parameters.some(({ in: place, name }) => place === "header" && name.toLowerCase() === "if-match");
}

function headerOf(response: Response | undefined, lowerCaseName: string): Header | undefined {
  const { headers = {} } = response ?? {};
  const name = Object.keys(headers).find((one) => one.toLowerCase() === lowerCaseName);
  return name === undefined ? undefined : headers[name];
}

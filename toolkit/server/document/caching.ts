import type { DocumentOperation, Header, Response } from "./document.ts";
import { responseFor } from "./response-for.ts";
import { onlyValue } from "./selectors.ts";

/** What the document says about keeping an operation's response, and about asking for it again. */
export interface Caching {
  /** Who gives it an entity tag: the server, if its header `ETag` has `x-set-by: server` or it has none but a 304 beside it. */
  taggedBy?: "server" | "handler";
  /** It is the 200 of a GET or HEAD that documents 304 too. */
  isConditional: boolean;
  /** The value of `Cache-Control`; undefined where the document doesn't decide it. */
  cacheControl?: string;
  /** It may be compressed. What the document wants to be stored nowhere may be a secret beside what others chose. */
  isCompressible: boolean;
}

/**
 * A response whose operation documents 304 may be kept by its caller, who asks each time whether it still holds, unless
 * the response has a `Cache-Control` header of another value.
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
    // A part of a content isn't the content that the coding would be of.
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

import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";
import { hasTag } from "../values/entity-tags.ts";

/** A 304 says that the client has this version (RFC 9110, 13.1.2). */
export function falseNotModified({ documented, status, requestHeaders, responseHeaders }: Observed): Fault[] {
  if (status !== 304) return [];
  const sent = requestHeaders.get("if-none-match");
  if (sent === undefined) {
    // An undocumented 304 is reported by itself.
    if (!documented || requestHeaders.has("if-modified-since")) return [];
    return [{ message: "The server answered 304 to a request without a condition." }];
  }
  const tag = responseHeaders.get("etag");
  if (tag === undefined || hasTag(sent, tag)) return [];
  const message = `The server answered 304 with the ETag ${tag}, which If-None-Match doesn't have.`;
  return [{ place: "header ETag", message }];
}

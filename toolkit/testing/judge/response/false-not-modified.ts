import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";
import { hasTag } from "../values/entity-tags.ts";

/** A 304 says that the client has this version (RFC 9110, 13.1.2). */
export function falseNotModified({ status, requestHeaders, responseHeaders }: Observed): Fault[] {
  const sent = requestHeaders.get("if-none-match");
  const tag = responseHeaders.get("etag");
  if (status !== 304 || sent === undefined || tag === undefined || hasTag(sent, tag)) return [];
  const message = `The server answered 304 with the ETag ${tag}, which If-None-Match doesn't have.`;
  return [{ place: "header ETag", message }];
}

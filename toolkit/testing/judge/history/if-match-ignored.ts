import type { DocumentOperation } from "@counterpart/server/document/document";
import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";
import { hasTag } from "../values/entity-tags.ts";
import { isSafe, type Memory } from "./memory.ts";

/** Where the document has `If-Match` or 412, a write with the ETag of an older version is refused. */
export function ifMatchIgnored(observed: Observed, memory: Memory): Fault[] {
  const { operation, method, status, caller, pathname, search, span, requestHeaders, responseHeaders } =
    observed;
  if (!operation || search !== "" || status < 200 || status >= 300) return [];
  const key = `version ${caller} ${pathname}`;
  const known = memory.recall<string>(key);
  const tag = responseHeaders.get("etag");
  if (tag !== undefined && method !== "POST") memory.remember(key, { span, value: tag });
  const sent = requestHeaders.get("if-match");
  if (!known || sent === undefined || isSafe(method) || !describesIfMatch(operation)) return [];
  if (hasTag(sent, known.value) || !memory.isUndisturbed(known.span, span, observed)) return [];
  const message = `The server answered ${status} to If-Match ${sent}, though the ETag was ${known.value}.`;
  return [{ place: "header If-Match", message }];
}

function describesIfMatch({ parameters, responses }: DocumentOperation): boolean {
  const isIfMatch = parameters.some(
    ({ in: place, name }) => place === "header" && name.toLowerCase() === "if-match",
  );
  return isIfMatch || responses["412"] !== undefined;
}

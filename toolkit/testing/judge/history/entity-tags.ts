import { createHash } from "node:crypto";
import type { DocumentOperation } from "@counterpart/server/document";
import type { Fault, Observed } from "../observe.ts";
import { isSafe, type Memory } from "./memory.ts";

/** Request headers that may choose between representations; `Vary` can name more. */
const choosing = ["accept", "accept-encoding", "accept-language"];

/** A strong entity tag identifies exactly these bytes (RFC 9110, 8.8.1). */
export function etagReused(observed: Observed, memory: Memory): Fault[] {
  const tagged = taggedBody(observed);
  if (!tagged || tagged.tag.startsWith("W/")) return [];
  const key = `tag ${tagged.key} ${tagged.tag}`;
  const before = memory.recall<string>(key);
  memory.remember(key, { span: observed.span, value: tagged.hash });
  if (!before || before.value === tagged.hash) return [];
  return [{ place: "header ETag", message: `The ETag ${tagged.tag} was sent with another body before.` }];
}

/** Another tag for the same body makes caches and `If-None-Match` useless. */
export function etagChanged(observed: Observed, memory: Memory): Fault[] {
  const tagged = taggedBody(observed);
  if (!tagged) return [];
  const key = `tagged ${tagged.key}`;
  const before = memory.recall<{ tag: string; hash: string }>(key);
  memory.remember(key, { span: observed.span, value: tagged });
  if (!before || before.value.hash !== tagged.hash || before.value.tag === tagged.tag) return [];
  if (!memory.isUndisturbed(before.span, observed.span, observed)) return [];
  const message = `The same body had the ETag ${before.value.tag} before, and now has ${tagged.tag}.`;
  return [{ place: "header ETag", message }];
}

function taggedBody(observed: Observed): { key: string; tag: string; hash: string } | undefined {
  const { method, status, caller, request, requestHeaders, responseHeaders, exchange } = observed;
  const tag = responseHeaders.get("etag");
  const { body } = exchange.response;
  if (method !== "GET" || status !== 200 || tag === undefined || !body) return undefined;
  const vary = (responseHeaders.get("vary") ?? "").toLowerCase().split(/\s*,\s*/);
  const chosen = [...choosing, ...vary].map((name) => requestHeaders.get(name) ?? "");
  const form = ["content-type", "content-encoding", "content-language"].map(
    (name) => responseHeaders.get(name) ?? "",
  );
  const key = [caller, request.target, ...chosen, ...form].join("\n");
  return { key, tag, hash: createHash("sha1").update(body).digest("base64") };
}

/** Whether a list of entity tags has one, weakly compared (RFC 9110, 8.8.3.2). `*` has all. */
function hasTag(list: string, tag: string): boolean {
  if (list.trim() === "*") return true;
  const opaque = (one: string) => one.trim().replace(/^W\//, "");
  // Commas may be part of a tag.
  return [...list.matchAll(/(?:W\/)?"[^"]*"|[^\s,]+/g)].some(([one]) => opaque(one) === opaque(tag));
}

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

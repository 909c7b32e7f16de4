import { createHash } from "node:crypto";
import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";
import type { Memory } from "./memory.ts";

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

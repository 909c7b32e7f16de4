import { createHash } from "node:crypto";
import { essence, isObject, summarizeSchema } from "@counterpart/server/document";
import { own } from "@counterpart/server/values";
import type { Fault, Observed } from "../observe.ts";
import { bodyPlace } from "../template-of.ts";
import { answeredJson, sentJson } from "../values/bodies.ts";
import {
  changedValues,
  type Described,
  isEmptyValue,
  isSetByServer,
  unwrapped,
} from "../values/kept-value.ts";
import { idOf } from "../values/rows-of.ts";
import { shownValue } from "../values/shown-value.ts";
import type { Memory } from "./memory.ts";

/** In bytes. Larger bodies aren't remembered. */
const maxBytes = 8 * 1024;

export function storedDiffers(observed: Observed, memory: Memory): Fault[] {
  const { method, status, caller, pathname, search, span, request, document } = observed;
  const key = `stored ${caller} ${pathname}`;
  if (method === "PUT") {
    const isStored = [200, 201, 204].includes(status) && (request.body?.length ?? 0) <= maxBytes;
    const sent = isStored ? sentJson(observed) : undefined;
    if (sent) memory.remember(key, { span, value: sent });
    return [];
  }
  if (method !== "GET" || status !== 200) return [];
  const stored = memory.recall<Described>(key);
  if (!stored || !memory.isUndisturbed(stored.span, span, observed)) return [];
  const answered = answeredJson(observed);
  if (!answered) return [];
  const got = unwrapped(document, stored.value.value, answered);
  // A query may choose the fields.
  return changedValues(document, stored.value, got, { canBeMissing: search !== "" }).map(
    ({ pointer, sent, answered: now }) => ({
      place: bodyPlace(pointer),
      message: `PUT sent ${pointer.slice(1)} as ${shownValue(sent)}, and GET answers ${now === undefined ? "without it" : shownValue(now)}.`,
    }),
  );
}

const writing = new Set(["PATCH", "POST", "PUT"]);

/** The response to a write has another value than the one that was sent. */
export function echoDiffers(observed: Observed): Fault[] {
  const { method, status, document } = observed;
  if (!writing.has(method) || (status !== 200 && status !== 201)) return [];
  const sent = sentJson(observed);
  const answered = sent && answeredJson(observed);
  if (!answered) return [];
  return changedValues(document, sent, unwrapped(document, sent.value, answered), { canBeMissing: true })
    .filter((one) => !(method === "POST" && isOfAction(status, one)))
    .map(({ pointer, sent: given, answered: got }) => ({
      place: bodyPlace(pointer),
      message: `${pointer.slice(1)} was sent as ${shownValue(given)}, and the response has ${shownValue(got)}.`,
    }));
}

/** A POST that answers 200 may add to a number, or search with bounds that the server lowers. */
function isOfAction(status: number, { pointer, sent }: { pointer: string; sent: unknown }): boolean {
  return (
    (status === 200 && typeof sent === "number") ||
    /\/(limit|offset|page|cursor|per_?page|page_?size)$/i.test(pointer)
  );
}

/** In characters. Larger bodies aren't remembered. */
const maxLength = 8 * 1024;

/** A merge patch leaves the members that it doesn't have (RFC 7396). */
export function patchClears(observed: Observed, memory: Memory): Fault[] {
  const { operation, method, status, caller, pathname, search, span, text, document, requestHeaders } =
    observed;
  if (!operation || search !== "" || status !== 200 || text.length > maxLength) return [];
  if (!["GET", "PATCH", "PUT"].includes(method)) return [];
  const answered = answeredJson(observed);
  if (!answered) return [];
  const key = `seen ${caller} ${pathname}`;
  const before = memory.recall<Described>(key);
  memory.remember(key, { span, value: answered });
  const isPatch =
    method === "PATCH" &&
    essence(requestHeaders.get("content-type") ?? "") === "application/merge-patch+json";
  const sent = isPatch ? sentJson(observed) : undefined;
  if (!before || !isObject(sent?.value) || !memory.isUndisturbed(before.span, span, observed)) return [];
  const [one, other] = [
    unwrapped(document, sent.value, before.value),
    unwrapped(document, sent.value, answered),
  ];
  if (!isObject(one.value) || !isObject(other.value)) return [];
  const { properties } = summarizeSchema(document, sent.schema);
  const later = other.value as Record<string, unknown>;
  return Object.entries(one.value)
    .filter(([name, value]) => {
      const isOther =
        !Object.hasOwn(sent.value as object, name) && Object.hasOwn(properties, name) && !isSetByServer(name);
      return isOther && !isEmptyValue(value) && isEmptyValue(own(later, name));
    })
    .map(([name]) => ({ place: `body/${name}`, message: `A merge patch without ${name} cleared it.` }));
}

interface Put {
  status: number;
  answered: Described | undefined;
}

const conditional = ["if-match", "if-none-match", "if-unmodified-since", "idempotency-key"];
const refusals = new Set([400, 404, 409, 410, 422]);

/** A PUT can be repeated: the second one is answered as the first (RFC 9110, 9.2.2). */
export function putDiffers(observed: Observed, memory: Memory): Fault[] {
  const { method, status, caller, request, requestHeaders, span, document, text } = observed;
  if (method !== "PUT" || !request.body || request.body.length > maxBytes || text.length > maxBytes)
    return [];
  if (conditional.some((name) => requestHeaders.has(name))) return [];
  const sent = sentJson(observed);
  if (hasVersion(sent?.value)) return [];
  const hash = createHash("sha1").update(request.body).digest("base64");
  const key = `put ${caller} ${request.target} ${hash}`;
  const before = memory.recall<Put>(key);
  const answered = answeredJson(observed);
  if (isSuccess(status)) memory.remember(key, { span, value: { status, answered } });
  if (!before || !memory.isUndisturbed(before.span, span, observed)) return [];
  if (refusals.has(status)) {
    return [{ message: `The same PUT was answered ${before.value.status} before, and now ${status}.` }];
  }
  const first = before.value.answered;
  if (!isSuccess(status) || !answered || !first) return [];
  const [one, other] = [unwrapped(document, sent?.value, first), unwrapped(document, sent?.value, answered)];
  return changedAnswers(observed, { ...one, value: sentPart(sent?.value, one.value) }, one, other);
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300 && status !== 202;
}

/** With a version, the second PUT is about an older one. */
function hasVersion(value: unknown): boolean {
  return isObject(value) && Object.keys(value).some((name) => /version|^rev|etag/i.test(name));
}

/** Counters and times may change; an id, a list or a value that was sent doesn't. */
function changedAnswers(
  { document }: Observed,
  written: Described,
  one: Described,
  other: Described,
): Fault[] {
  const [firstId, secondId] = [idOf(one.value), idOf(other.value)];
  const isNew = firstId !== undefined && secondId !== undefined && firstId !== secondId;
  const lists = isObject(one.value) && isObject(other.value) ? grownLists(one.value, other.value) : [];
  const values = changedValues(document, written, other, { canBeMissing: true }).map(({ pointer }) =>
    pointer.slice(1),
  );
  return [...new Set([...(isNew ? ["id"] : []), ...lists, ...values])].map((name) => ({
    place: `body/${name}`,
    message: `The same PUT was answered with another ${name} before.`,
  }));
}

/** The members of an answer that were sent. */
function sentPart(sent: unknown, answered: unknown): unknown {
  if (!isObject(sent) || !isObject(answered)) return undefined;
  return Object.fromEntries(Object.entries(answered).filter(([name]) => Object.hasOwn(sent, name)));
}

function grownLists(one: object, other: object): string[] {
  const second = new Map(Object.entries(other));
  return Object.entries(one).flatMap(([name, value]) => {
    const later: unknown = second.get(name);
    const isOther = Array.isArray(value) && Array.isArray(later) && value.length !== later.length;
    return isOther && !isSetByServer(name) ? [name] : [];
  });
}

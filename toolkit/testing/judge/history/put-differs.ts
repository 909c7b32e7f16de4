import { createHash } from "node:crypto";
import { isObject } from "@counterpart/server/document";
import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";
import { answeredJson, sentJson } from "../values/bodies.ts";
import { changedValues, type Described, isSetByServer, unwrapped } from "../values/kept-value.ts";
import { idOf } from "../values/rows-of.ts";
import type { Memory } from "./memory.ts";

/** In bytes. Larger bodies aren't remembered. */
const maxBytes = 8 * 1024;

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

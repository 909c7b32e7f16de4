import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";
import { bodyPlace } from "../template-of.ts";
import { answeredJson, sentJson } from "../values/bodies.ts";
import { changedValues, type Described, unwrapped } from "../values/kept-value.ts";
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

import { bodyPlace } from "../body-place.ts";
import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";
import { answeredJson, sentJson } from "../values/bodies.ts";
import { changedValues, unwrapped } from "../values/kept-value.ts";
import { shownValue } from "../values/shown-value.ts";

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

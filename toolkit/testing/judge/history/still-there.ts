import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";
import { answeredJson } from "../values/bodies.ts";
import { isMarkedDeleted } from "../values/marked-deleted.ts";
import type { Memory } from "./memory.ts";

/** Only things with an id: a DELETE of a list or a setting leaves it empty or at its default. */
export function stillThere(observed: Observed, memory: Memory): Fault[] {
  const { operation, method, status, caller, pathname, span, media } = observed;
  if (!operation?.path.endsWith("}") || status < 200 || status >= 300) return [];
  const key = `deleted ${caller} ${pathname}`;
  if (method === "DELETE") {
    // After 202, it may take a while.
    if (status !== 202) memory.remember(key, { span, value: answeredSchema(observed) });
    return [];
  }
  if (method !== "GET") return [];
  const deleted = memory.recall<string>(key);
  if (!deleted || !memory.isUndisturbed(deleted.span, span, observed)) return [];
  // A DELETE that answers with the resource may have emptied it, as a cart.
  const isKept = media !== undefined && deleted.value === answeredSchema(observed);
  if (isKept || isMarkedDeleted(answeredJson(observed)?.value)) return [];
  return [{ message: `GET answers ${status} after a DELETE that succeeded.` }];
}

/** Empty without a body. */
function answeredSchema({ media, content }: Observed): string {
  return content?.bytes.length === 0 ? "" : JSON.stringify(media?.schema ?? {});
}

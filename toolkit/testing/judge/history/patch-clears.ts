import { essence, isObject, summarizeSchema } from "@counterpart/server/document";
import { own } from "@counterpart/server/values";
import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";
import { answeredJson, sentJson } from "../values/bodies.ts";
import { type Described, isEmptyValue, isSetByServer, unwrapped } from "../values/kept-value.ts";
import type { Memory } from "./memory.ts";

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

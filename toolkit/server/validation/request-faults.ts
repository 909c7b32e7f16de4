import { unescapePointerPart } from "../document/references.ts";
import type { RequestFault } from "../document/request-fault.ts";
import type { Violation } from "./ajv-factories.ts";

/** The most faults that an error response lists. */
export const maxFaults = 20;

/** In characters. A longer pointer is cut before a name that the caller chose. */
const maxPointerLength = 512;

/** Converts violations to faults of the request's parts, without duplicates, in the order of the schema. */
export function toFaults(violations: Violation[]): RequestFault[] {
  const faults = new Map<string, RequestFault>();
  for (const violation of violations) {
    const fault = toFault(violation);
    faults.set(JSON.stringify(fault), fault);
    if (faults.size === maxFaults) break;
  }
  return [...faults.values()];
}

const places = { query: "query", path: "path", headers: "header", cookies: "cookie" } as const;

function toFault({ pointer, rule, message }: Violation): RequestFault {
  const [, field = "", name] = pointer.split("/", 3);
  const what = { rule, message: inWords(message) };
  if (name === undefined || !Object.hasOwn(places, field)) {
    return { in: "body", pointer: shortened(pointer.slice("/body".length)), ...what };
  }
  return { in: places[field as keyof typeof places], name: unescapePointerPart(name), ...what };
}

function shortened(pointer: string): string {
  if (pointer.length <= maxPointerLength) return pointer;
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf("/", maxPointerLength)));
}

/** Rephrases a validator's message as the end of a sentence. */
export function inWords(message: string): string {
  return message
    .replace(/^must have required property '.*'$/, "is missing")
    .replace(/^must NOT have (additional|unevaluated) properties$/, "is not a known property");
}

/** Each value counts as this many characters. */
const valueWeight = 4;
const maxWeight = 4096;

/**
 * Whether a value is small enough to collect all its faults. The validator itself has no limit: a
 * megabyte can have 500,000 faults, and patterns run on texts that exceed `maxLength`.
 */
export function isSmall(value: unknown): boolean {
  let left = maxWeight;
  const unseen = [value];
  while (unseen.length > 0) {
    const next = unseen.pop();
    left -= valueWeight;
    if (typeof next === "string") left -= next.length;
    if (left < 0) return false;
    if (next === null || typeof next !== "object") continue;
    const names = Array.isArray(next) ? [] : Object.keys(next);
    // Stop before the values of many names, or of a long list, are copied.
    if (left < Math.max(names.length, Array.isArray(next) ? next.length : 0) * valueWeight) return false;
    left -= names.reduce((sum, name) => sum + name.length, 0);
    unseen.push(...(Array.isArray(next) ? next : Object.values(next)));
  }
  return true;
}

import { unescapePointerPart } from "../document/references.ts";
import type { RequestFault } from "../document/request-fault.ts";
import type { Violation } from "./ajv-factories.ts";

/** An error answer has no more. */
export const maxFaults = 20;

/** Characters. A pointer contains names that the caller chose; a longer one is cut to the part before such a name. */
const maxPointerLength = 512;

/** What is wrong with the parts of a request, each fault once, in the order of the schema. */
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

/** A validator's message as the end of a sentence. */
export function inWords(message: string): string {
  return message
    .replace(/^must have required property '.*'$/, "is missing")
    .replace("must NOT have additional properties", "is not a known property");
}

/** Each value weighs as much as this many characters. */
const valueWeight = 4;
const maxWeight = 4096;

/**
 * Whether all that is wrong with a value can be looked for. The validator has no limit for that: a megabyte can have
 * 500,000 faults, and a pattern is tried on a text that is longer than allowed.
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
    const children: unknown[] = Array.isArray(next) ? next : Object.values(next);
    left -= names.reduce((sum, name) => sum + name.length, 0);
    // Not yet looked at, so that a long list isn't even copied.
    if (left < children.length * valueWeight) return false;
    for (const child of children) unseen.push(child);
  }
  return true;
}

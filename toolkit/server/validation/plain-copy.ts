import { hasIsoText } from "./schemas/date-keyword.ts";

/**
 * Returns the value itself, or a copy with the results of `toJSON` if it contains a `Date` or an object with
 * `toJSON`. The copy keeps each `Date`; the validator replaces it with text in the documented format.
 */
export function plainCopy(value: unknown): unknown {
  return isPlain(value) ? value : copied(value);
}

function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null || isBytes(value)) return true;
  if (hasIsoText(value) || writesItself(value)) return false;
  if (Array.isArray(value)) return value.every(isPlain);
  for (const name in value) if (!isPlain((value as Record<string, unknown>)[name])) return false;
  return true;
}

function copied(value: unknown): unknown {
  if (typeof value !== "object" || value === null || isBytes(value) || hasIsoText(value)) return value;
  if (writesItself(value)) return copied(value.toJSON());
  if (Array.isArray(value)) return value.map(copied);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copied(member)]));
}

function writesItself(value: object): value is { toJSON(): unknown } {
  return typeof (value as { toJSON?: unknown }).toJSON === "function";
}

function isBytes(value: object): boolean {
  return value instanceof Blob || ArrayBuffer.isView(value);
}

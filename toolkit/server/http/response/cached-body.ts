import { escapePointerPart } from "../../document/references.ts";

const cached = new WeakSet<object>();

/**
 * Marks a JSON body for caching: it is validated and serialised once per operation, then sent as the same
 * bytes for as long as the object lives. Freezes the body deeply, since later changes would never be sent.
 *
 * ```ts
 * let places = cachedBody(await readPlaces());
 * const listPlaces = () => ({ status: 200, body: places });
 * ```
 *
 * @returns the same object
 * @throws TypeError for values that can't be frozen: bytes, a `Map`, a `Set`, an accessor
 */
export function cachedBody<Body extends object>(body: Body): Body {
  if (!cached.has(body)) {
    freezeDeeply(body, "", new Set());
    cached.add(body);
  }
  return body;
}

/** Whether a body has been marked for caching. */
export function isCachedBody(body: unknown): body is object {
  return typeof body === "object" && body !== null && cached.has(body);
}

/** @param seen ends cycles, which serialisation reports later */
function freezeDeeply(value: object, pointer: string, seen: Set<object>): void {
  if (seen.has(value)) return;
  seen.add(value);
  const kind = changeableKind(value);
  if (kind) throw new TypeError(`${kind} can't be frozen, so it can't be cached${at(pointer)}.`);
  if (value instanceof Date) forbidSetters(value);
  for (const [name, { get, value: member }] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
    const place = `${pointer}/${escapePointerPart(name)}`;
    if (get) throw new TypeError(`An accessor can't be frozen, so it can't be cached${at(place)}.`);
    if (typeof member === "object" && member !== null) freezeDeeply(member, place, seen);
  }
  Object.freeze(value);
}

function at(pointer: string): string {
  return pointer === "" ? "" : ` (${pointer})`;
}

/** Kinds of values that `Object.freeze` doesn't protect. */
function changeableKind(value: object): string | undefined {
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer || value instanceof Blob)
    return "A body of bytes";
  if (value instanceof Map || value instanceof Set) return `A ${value.constructor.name}`;
  return Symbol.asyncIterator in value ? "A stream" : undefined;
}

const setters = Object.getOwnPropertyNames(Date.prototype).filter((name) => name.startsWith("set"));

/** Setters still change a frozen `Date`. */
function forbidSetters(date: Date): void {
  for (const name of setters) Object.defineProperty(date, name, { value: refuseToSet });
}

function refuseToSet(): never {
  throw new TypeError("This Date is part of a cached body, which is frozen.");
}

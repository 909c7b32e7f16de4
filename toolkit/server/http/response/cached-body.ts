import { hash } from "node:crypto";
import { type ApiDocument, resolve, type Schema } from "../../document/document.ts";
import { pointerTo } from "../../document/references.ts";
import { itemsInParts } from "../../validation/array-place.ts";
import { createValidators } from "../../validation/operation-validator.ts";
import { itemCheck } from "../../validation/response-validators.ts";
import type { Formats } from "../../validation/schemas/format-test.ts";

/** Where a body has an array in parts. */
interface PlacedArray extends ArrayInParts {
  names: string[];
}

const cached = new WeakMap<object, PlacedArray | undefined>();

/**
 * Marks a JSON body for caching: it is validated and serialised once per operation, then sent as the same
 * bytes for as long as the object lives. Freezes the body deeply, since later changes would never be sent. One of its arrays
 * may be made of parts (`createArrayParts`).
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
    const arrays: PlacedArray[] = [];
    freezeDeeply(body, { names: [], seen: new Set(), arrays });
    if (arrays.length > 1) throw new TypeError("A body can have one array in parts, not several.");
    cached.set(body, arrays[0]);
  }
  return body;
}

/** The array in parts of a cached body. */
export function arrayInParts(body: object): PlacedArray | undefined {
  return cached.get(body);
}

/** Whether a body has been marked for caching. */
export function isCachedBody(body: unknown): body is object {
  return typeof body === "object" && body !== null && cached.has(body);
}

interface Visit {
  names: string[];
  /** Ends cycles, which serialisation reports later. */
  seen: Set<object>;
  arrays: PlacedArray[];
}

function freezeDeeply(value: object, { names, seen, arrays }: Visit): void {
  if (seen.has(value)) return;
  seen.add(value);
  const kind = changeableKind(value);
  if (kind) throw new TypeError(`${kind} can't be frozen, so it can't be cached${at(names)}.`);
  if (value instanceof Date) forbidSetters(value);
  const parts = partsOf(value);
  if (parts) arrays.push({ ...parts, names });
  for (const [name, { get, value: member }] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
    const place = [...names, name];
    if (get) throw new TypeError(`An accessor can't be frozen, so it can't be cached${at(place)}.`);
    if (typeof member === "object" && member !== null) freezeDeeply(member, { names: place, seen, arrays });
  }
  Object.freeze(value);
}

function at(names: string[]): string {
  return names.length === 0 ? "" : ` (${pointerTo(names)})`;
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

/** Items of an array that were validated and serialised together. It can be part of several arrays. */
export interface ArrayPart {
  /** The number of items. */
  readonly count: number;
  /** The items as JSON, each after a comma. */
  readonly text: Buffer;
  readonly hash: string;
  /** The first stored text that doesn't match its format. */
  readonly formatFault: string | undefined;
}

export interface ArrayParts<Item> {
  /**
   * Validates and serialises items.
   * @param beforeItem awaited before each item if it returns a promise, so that long work can pause
   * @throws ContractViolation
   */
  check(items: readonly Item[], beforeItem?: () => Promise<void> | undefined): Promise<ArrayPart>;
  /** An array made of these parts, as a member of a `cachedBody`. It can't be used for anything else. */
  array(parts: readonly ArrayPart[]): Item[];
}

/** What an array is sent from. */
interface ArrayInParts {
  /** The schema of its items. */
  items: Schema;
  parts: readonly ArrayPart[];
}

const arrays = new WeakMap<object, ArrayInParts>();

/** The parts of an array that was made of parts. */
export function partsOf(array: object): ArrayInParts | undefined {
  return arrays.get(array);
}

/**
 * For a response with an array of many items, which would otherwise be validated and serialised at once: the service has
 * the items checked in parts, with pauses, and keeps the parts that don't change.
 *
 * ```ts
 * const pets = createArrayParts<Pet>(document, "#/components/schemas/Pet");
 * const parts = [await pets.check(await readPets(0)), await pets.check(await readPets(1))];
 * const body = cachedBody({ data: { pets: pets.array(parts) } });
 * ```
 *
 * @param document the one that is served
 * @param ref of the schema of an item
 * @param options.formats those of the served document
 */
export function createArrayParts<Item>(
  document: ApiDocument,
  ref: string,
  options: { formats?: Formats } = {},
): ArrayParts<Item> {
  const items = resolve<Schema>(document, { $ref: ref });
  itemsInParts.add(items);
  const validator = createValidators(document, options).arrayItem({ $ref: ref });
  // Not with the first request.
  for (const _ of validator.compileReferences());
  const check = itemCheck(validator, "An item of an array:");
  return {
    async check(given, beforeItem = () => undefined) {
      let formatFault: string | undefined;
      const texts: string[] = [];
      for (const item of given) {
        const pause = beforeItem();
        if (pause) await pause;
        const sent = check(item, ({ message }) => {
          formatFault ??= message;
        });
        texts.push(`,${JSON.stringify(sent)}`);
      }
      const text = Buffer.from(texts.join(""));
      return { count: given.length, text, hash: hash("sha256", text, "base64url"), formatFault };
    },
    array(parts) {
      const array: Item[] = [];
      Object.defineProperty(array, "toJSON", { value: refuseToSerialize });
      arrays.set(array, { items, parts: parts.filter(({ count }) => count > 0) });
      return array;
    },
  };
}

function refuseToSerialize(): never {
  throw new TypeError("An array in parts can only be sent as a member of a cachedBody.");
}

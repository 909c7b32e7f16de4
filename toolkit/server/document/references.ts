import { percentDecoded } from "./percent-decoding.ts";

/** A node of a parsed document. */
// biome-ignore lint/suspicious/noExplicitAny: a parsed document has no static shape before it is read.
export type Any = any;

/** An OpenAPI document in one piece, parsed from JSON or YAML. All references are local. */
export type RawDocument = { openapi: string; paths: Record<string, Any>; [key: string]: Any };

/** A longer chain of references is a cycle. */
const maxHops = 100;

/**
 * Follows local references (`#/…`) until it reaches a node that isn't one.
 * @throws on a broken reference
 */
export function resolveIn<T = Any>(raw: RawDocument, node: Any): T {
  let at = node;
  for (let hops = 0; at !== null && typeof at === "object" && typeof at.$ref === "string"; hops++) {
    if (hops > maxHops) throw new Error(`The reference ${at.$ref} is circular.`);
    at = targetIn(raw, at.$ref);
  }
  return at as T;
}

/**
 * Returns the target of a local reference (`#/…`), which may be a reference itself.
 * @throws on a broken reference
 */
export function targetIn(raw: RawDocument, ref: string): Any {
  if (!ref.startsWith("#/")) throw new Error(`The reference ${ref} points outside of the document.`);
  let at: Any = raw;
  for (const part of pointerParts(ref))
    at = isContainer(at) && Object.hasOwn(at, part) ? at[part] : undefined;
  if (at === undefined) throw new Error(`The reference ${ref} points to nothing.`);
  return at;
}

/** Whether a value is an object or a list. */
export function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** The keys in a reference's JSON pointer (`#/paths/~1pets`; RFC 6901, section 6). */
export function pointerParts(ref: string): string[] {
  return ref
    .slice(2)
    .split("/")
    .map((part) => unescapePointerPart(percentDecoded(part)));
}

/** The name of the component that a reference to a schema leads to; undefined for other places. */
export function schemaComponent(ref: string): string | undefined {
  const [first, second, name, ...further] = pointerParts(ref);
  return first === "components" && second === "schemas" && further.length === 0 ? name : undefined;
}

/** Escapes a key for a JSON pointer. */
export function escapePointerPart(key: string): string {
  return !/[~/]/.test(key) ? key : key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The JSON pointer to a place (RFC 6901); empty for the whole value. */
export function pointerTo(names: readonly string[]): string {
  return names.map((name) => `/${escapePointerPart(name)}`).join("");
}

/** The names in a JSON pointer, as `pointerTo` takes them. */
export function namesIn(pointer: string): string[] {
  return pointer.split("/").slice(1).map(unescapePointerPart);
}

/** Unescapes a part of a JSON pointer. */
export function unescapePointerPart(part: string): string {
  return !part.includes("~") ? part : part.replaceAll("~1", "/").replaceAll("~0", "~");
}

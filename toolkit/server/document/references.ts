import { percentDecoded } from "./percent-decoding.ts";

// biome-ignore lint/suspicious/noExplicitAny: a parsed document has no static shape before it is read.
type Any = any;

/** An OpenAPI document as parsed from JSON or YAML, in one piece: its references are local. */
export type RawDocument = { openapi: string; paths: Record<string, Any>; [key: string]: Any };

/** A chain of references longer than this is a circle. */
const maxHops = 100;

/** Follows local references (`#/…`) until something that is none. Throws on a reference that leads nowhere. */
export function resolveIn<T = Any>(raw: RawDocument, node: Any): T {
  let at = node;
  for (let hops = 0; at !== null && typeof at === "object" && typeof at.$ref === "string"; hops++) {
    if (hops > maxHops) throw new Error(`The reference ${at.$ref} goes round in circles.`);
    at = targetIn(raw, at.$ref);
  }
  return at as T;
}

/** What a local reference (`#/…`) points to, which may be a reference itself. Throws when it leads nowhere. */
export function targetIn(raw: RawDocument, ref: string): Any {
  if (!ref.startsWith("#/")) throw new Error(`The reference ${ref} leads out of the document.`);
  let at: Any = raw;
  for (const part of pointerParts(ref))
    at = isContainer(at) && Object.hasOwn(at, part) ? at[part] : undefined;
  if (at === undefined) throw new Error(`The reference ${ref} leads nowhere.`);
  return at;
}

/** Whether a value is an object or a list. */
export function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** The keys that a JSON pointer in a reference (`#/paths/~1pets`) leads through (RFC 6901, section 6). */
export function pointerParts(ref: string): string[] {
  return ref
    .slice(2)
    .split("/")
    .map((part) => unescapePointerPart(percentDecoded(part)));
}

/** A key as one part of a JSON pointer. */
export function escapePointerPart(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The key that one part of a JSON pointer stands for. */
export function unescapePointerPart(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}

import type { FormFields } from "./form-entries.ts";
import { isBuffer } from "./is-buffer.ts";
import { findMediaType, isJson, isRange } from "./media-type.ts";
import type { ItemWriting } from "./write-items.ts";

/** The kind of a value, for choosing its media type. `bytes` is a Blob, a buffer or a stream. */
export type BodyKind =
  | "array"
  | "boolean"
  | "bytes"
  | "form"
  | "items"
  | "null"
  | "number"
  | "object"
  | "string";

/** A documented media type of a body. */
export interface BodyTraits {
  /** The kinds of values that it can have; any by default. */
  takes?: BodyKind[];
  /** The body is a stream of items. */
  items?: ItemWriting;
  /** How the fields of a form are serialized, if documented. */
  fields?: FormFields;
}

/** The documented media types of a body. */
export type BodyTypes = Record<string, BodyTraits>;

/**
 * Chooses the media type of a value if the caller doesn't: a Blob's own type if it is documented, or the only
 * documented type that fits the value. JSON is preferred.
 * @param call for errors, such as `POST /pets`
 * @throws TypeError if none can be chosen
 */
export function chooseMediaType(types: BodyTypes, value: unknown, call: string): string {
  const documented = Object.keys(types);
  const own = value instanceof Blob ? value.type : "";
  if (own !== "" && findMediaType(documented, own) !== undefined) return own;
  const kind = kindOf(value);
  const fitting = possibleTypes(types, kind);
  // The server reports what is wrong with a value that fits no type.
  const possible = fitting.length > 0 ? fitting : documented;
  const [only = "", ...others] = possible;
  if (others.length === 0 && !isRange(only)) return only;
  // `application/*+json` is JSON, but not a specific type.
  const sendable = possible.filter((type) => isJsonType(type) && !type.includes("*+"));
  const json = sendable.includes("application/json") ? "application/json" : sendable[0];
  if (json !== undefined && kind !== "bytes") return isRange(json) ? "application/json" : json;
  if (own !== "") return own;
  if (possible.some((type) => octetStreams.has(type))) return "application/octet-stream";
  throw new TypeError(
    `The body of ${call} may be sent as ${possible.join(" or ")}. Choose one by the header Content-Type of the call.`,
  );
}

/** The possible types of bytes without a type. */
const octetStreams = new Set(["application/octet-stream", "application/*", "*/*"]);

function possibleTypes(types: BodyTypes, kind: BodyKind): string[] {
  const entries = Object.entries(types);
  const taking = entries.filter(([, { takes }]) => takes === undefined || takes.includes(kind));
  const expected = taking.filter(([, { takes }]) => takes !== undefined);
  // Undocumented bytes are more likely the text of some media type than JSON or a form.
  if (kind !== "bytes" || expected.length > 0) return taking.map(([type]) => type);
  const texts = entries.filter(([type, { takes }]) => !isJsonType(type) && !takes?.includes("form"));
  return (texts.length > 0 ? texts : entries).map(([type]) => type);
}

/** Whether a documented media type, which may be a range, is sent as JSON. */
function isJsonType(type: string): boolean {
  return isJson(type) || /^(\*|application)\/\*$/.test(type);
}

export function kindOf(value: unknown): BodyKind {
  if (value === null) return "null";
  if (typeof value !== "object") return typeof value as "boolean" | "number" | "string";
  if (Array.isArray(value)) return "array";
  if (value instanceof FormData || value instanceof URLSearchParams) return "form";
  if (value instanceof Blob || isBuffer(value) || isStream(value)) return "bytes";
  return Symbol.asyncIterator in value ? "items" : "object";
}

/** React Native has no such class. */
export function isStream(value: unknown): value is ReadableStream {
  return typeof value === "object" && value !== null && "getReader" in value;
}

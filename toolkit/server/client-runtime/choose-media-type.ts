import type { FormFields } from "./form-entries.ts";
import { isBuffer } from "./is-buffer.ts";
import { findMediaType, isJson, isRange } from "./media-type.ts";
import type { ItemWriting } from "./write-items.ts";

/** What a value is, as far as it decides its media type. `bytes` are a Blob, a buffer or a stream. */
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

/** A media type that a body is documented for. */
export interface BodyTraits {
  /** The kinds of values that it can have; any, where this is left out. */
  takes?: BodyKind[];
  /** The body is a stream of items. */
  items?: ItemWriting;
  /** How the fields of a form are written, where the document says so. */
  fields?: FormFields;
}

/** The media types that a body is documented for. */
export type BodyTypes = Record<string, BodyTraits>;

/**
 * The media type that a value is sent with when the caller doesn't name one: a Blob's own type where the document has it,
 * or else the only documented one that the value can have. Of several, JSON is sent.
 * @param call names the call in errors, such as `POST /pets`
 * @throws TypeError when none can be chosen
 */
export function chooseMediaType(types: BodyTypes, value: unknown, call: string): string {
  const documented = Object.keys(types);
  const own = value instanceof Blob ? value.type : "";
  if (own !== "" && findMediaType(documented, own) !== undefined) return own;
  const kind = kindOf(value);
  const fitting = possibleTypes(types, kind);
  // The server says what is wrong with a value that none fits.
  const possible = fitting.length > 0 ? fitting : documented;
  const [only = "", ...others] = possible;
  if (others.length === 0 && !isRange(only)) return only;
  // `application/*+json` is JSON, but doesn't say which.
  const sendable = possible.filter((type) => isJsonType(type) && !type.includes("*+"));
  const json = sendable.includes("application/json") ? "application/json" : sendable[0];
  if (json !== undefined && kind !== "bytes") return isRange(json) ? "application/json" : json;
  if (own !== "") return own;
  if (possible.some((type) => octetStreams.has(type))) return "application/octet-stream";
  throw new TypeError(
    `The body of ${call} may be sent as ${possible.join(" or ")}. Choose one by the header Content-Type of the call.`,
  );
}

/** What bytes without a type may be sent as. */
const octetStreams = new Set(["application/octet-stream", "application/*", "*/*"]);

function possibleTypes(types: BodyTypes, kind: BodyKind): string[] {
  const entries = Object.entries(types);
  const taking = entries.filter(([, { takes }]) => takes === undefined || takes.includes(kind));
  const expected = taking.filter(([, { takes }]) => takes !== undefined);
  // Bytes that the document doesn't expect may be the text of any media type, rather than JSON or a form.
  if (kind !== "bytes" || expected.length > 0) return taking.map(([type]) => type);
  const texts = entries.filter(([type, { takes }]) => !isJsonType(type) && !takes?.includes("form"));
  return (texts.length > 0 ? texts : entries).map(([type]) => type);
}

/** Whether JSON is sent for a documented media type, which may be a range. */
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

/** React Native has no class of this name. */
export function isStream(value: unknown): value is ReadableStream {
  return typeof value === "object" && value !== null && "getReader" in value;
}

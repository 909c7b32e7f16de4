import { type BodyTypes, chooseMediaType, kindOf } from "./choose-media-type.ts";
import { essence, findMediaType, isJson, isRange } from "./media-type.ts";
import { serializeBody } from "./serialize-body.ts";
import { writeItems } from "./write-items.ts";

/** A body as fetch takes it, and its header `Content-Type`: null where fetch writes it. */
export interface WrittenBody {
  body: unknown;
  contentType: string | null;
}

/** What decides how a body is written. */
export interface BodyWriting {
  /** Names the call in errors: `POST /pets`. */
  call: string;
  /** What the document has. */
  types: BodyTypes;
  /** The caller's own `Content-Type`; null where the caller has removed it. */
  given?: string | null;
  /** The caller's own serializer. */
  serialize?: (value: unknown) => unknown;
}

/**
 * Writes a body as its media type requires.
 * @throws TypeError when the media type can't be chosen
 */
export function writeBody(value: unknown, { call, types, given, serialize }: BodyWriting): WrittenBody {
  const own = serialize ? serialize(value) : value;
  // Only fetch knows the boundary that it puts between the parts.
  if (own instanceof FormData) return { body: own, contentType: null };
  if (own instanceof URLSearchParams) return { body: own, contentType: given ?? urlEncoded };
  const mediaType = given ?? chooseMediaType(types, value, call);
  const body = serialize ? own : written(types, mediaType, value);
  const hasBoundary = body instanceof FormData || (body instanceof Blob && body !== value);
  return { body, contentType: given === null || hasBoundary ? null : mediaType };
}

const urlEncoded = "application/x-www-form-urlencoded";

function written(types: BodyTypes, mediaType: string, value: unknown): unknown {
  const documented = findMediaType(Object.keys(types), mediaType);
  const { items, fields } = (documented === undefined ? undefined : types[documented]) ?? {};
  const kind = kindOf(value);
  if (kind === "bytes") return value;
  if (items && kind === "items") return writeItems(items, value);
  const type = essence(mediaType);
  if (isJson(type) || isRange(type)) return JSON.stringify(value);
  if (typeof value === "string" || value === null) return value;
  const isForm = type === urlEncoded || type === "multipart/form-data";
  return isForm && kind === "object" ? serializeBody(type, value, fields) : JSON.stringify(value);
}

import { type BodyTypes, chooseMediaType, kindOf } from "./choose-media-type.ts";
import { essence, findMediaType, isJson, isRange } from "./media-type.ts";
import { serializeBody } from "./serialize-body.ts";
import { writeItems } from "./write-items.ts";

/** A body for fetch, and its header `Content-Type`: null if fetch sets it. */
export interface WrittenBody {
  body: unknown;
  contentType: string | null;
}

/** What decides how a body is serialized. */
export interface BodyWriting {
  /** The call's name in errors: `POST /pets`. */
  call: string;
  /** The documented media types. */
  types: BodyTypes;
  /** The caller's own `Content-Type`; null if the caller removed it. */
  given?: string | null;
  /** The caller's own serializer. */
  serialize?: (value: unknown) => unknown;
}

/**
 * Serializes a body for its media type.
 * @throws TypeError if the media type can't be chosen
 */
export function writeBody(value: unknown, { call, types, given, serialize }: BodyWriting): WrittenBody {
  const own = serialize ? serialize(value) : value;
  // Only fetch knows the boundary between the parts.
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

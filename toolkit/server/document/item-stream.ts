import { itemFormat } from "../client-runtime/item-format.ts";
import type { MediaType } from "./document.ts";
import { getOrMake } from "./get-or-make.ts";

/** Whether a body in this media type is a stream whose items the document describes. */
export function hasItems(name: string, mediaType: MediaType | undefined): boolean {
  return mediaType?.itemSchema !== undefined && itemFormat(name) !== undefined;
}

/** Whether a request's body is given to its handler item by item: a schema of the whole asks for the whole. */
export function isReadByItem(name: string, mediaType: MediaType | undefined): boolean {
  return hasItems(name, mediaType) && mediaType?.schema === undefined;
}

const known = new WeakMap<MediaType, MediaType>();

/** A stream's `schema` is that of the list of its items, where the document has none. */
export function withListSchema<T extends MediaType>(name: string, mediaType: T): T {
  if (!hasItems(name, mediaType) || mediaType.schema !== undefined) return mediaType;
  const listed = getOrMake(known, mediaType, () => ({
    ...mediaType,
    schema: { type: "array", minItems: 1, items: mediaType.itemSchema },
  }));
  return listed as T;
}

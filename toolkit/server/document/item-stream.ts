import { itemFormat } from "@counterpart/client/messages";
import type { MediaType } from "./document.ts";
import { getOrMake } from "./get-or-make.ts";

/** Whether a body of this media type is a stream with documented items. */
export function hasItems(name: string, mediaType: MediaType | undefined): boolean {
  return mediaType?.itemSchema !== undefined && itemFormat(name) !== undefined;
}

/** Whether a handler gets a request's body item by item. A `schema` for the whole body prevents that. */
export function isReadByItem(name: string, mediaType: MediaType | undefined): boolean {
  return hasItems(name, mediaType) && mediaType?.schema === undefined;
}

const known = new WeakMap<MediaType, MediaType>();

/** Gives a stream without a `schema` the schema of the list of its items. */
export function withListSchema<T extends MediaType>(name: string, mediaType: T): T {
  if (!hasItems(name, mediaType) || mediaType.schema !== undefined) return mediaType;
  const listed = getOrMake(known, mediaType, () => ({
    ...mediaType,
    schema: { type: "array", minItems: 1, items: mediaType.itemSchema },
  }));
  return listed as T;
}

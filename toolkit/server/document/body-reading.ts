import type { ApiDocument, MediaType, Schema } from "./document.ts";
import { isReadByItem } from "./item-stream.ts";
import { essence, isForm, isJson, isOpenRange, sendableMediaType } from "./media-types.ts";
import { summarizeSchema } from "./schemas/summarize-schema.ts";

/** The shape of a body according to its media type alone. */
export type BodyShape = "json" | "form" | "text" | "bytes";

export function bodyShape(mediaType: string): BodyShape {
  const type = essence(mediaType);
  if (isJson(type)) return "json";
  if (isForm(type)) return "form";
  return /^text\/|[/+](xml|yaml)$|\/x-yaml$/.test(type) ? "text" : "bytes";
}

/**
 * How a body is passed on if it isn't parsed into what its schema describes: XML, YAML, MessagePack and
 * multipart bodies aren't parsed. Undefined if the schema describes what arrives.
 * @param mediaType as the document spells it
 */
export function unreadAs(
  document: ApiDocument,
  mediaType: string,
  media: MediaType,
): "text" | "bytes" | undefined {
  if (isOpenRange(mediaType) || isReadByItem(mediaType, media)) return undefined;
  const shape = bodyShape(mediaType);
  if (shape === "json" || shape === "form") return undefined;
  const { types, isBinary } = summarizeSchema(document, media.schema ?? {});
  if (isBinary) return undefined;
  if (shape === "bytes") return "bytes";
  const isPlain = /^text\/(?!xml$|yaml$)/.test(essence(mediaType));
  return isPlain && (types.size === 0 || types.has("string")) ? undefined : "text";
}

/** The schema of the body as it arrives. */
export function arrivingSchema(document: ApiDocument, mediaType: string, media: MediaType): Schema {
  const unread = unreadAs(document, mediaType, media);
  if (unread === undefined) return media.schema ?? {};
  return unread === "text" ? { type: "string" } : { type: "string", format: "binary" };
}

/**
 * The media type to send a body with, also if the document has a range: a range of all types becomes JSON,
 * unless the body is bytes.
 */
export function sentMediaType(document: ApiDocument, mediaType: string, media: MediaType = {}): string {
  const { isBinary } = summarizeSchema(document, media.schema ?? {});
  return sendableMediaType(mediaType, { isBytes: isBinary });
}

/**
 * How to read a request's body, based on the media type that was sent. Undefined if no body of that type can
 * match the documented schema, such as an image where JSON is expected.
 */
export function bodyReading(
  document: ApiDocument,
  { documented, media, sent }: { documented: string; media: MediaType; sent: string },
): BodyShape | undefined {
  const shape = bodyShape(sent);
  const { types, isBinary } = summarizeSchema(document, media.schema ?? {});
  if (isBinary && !["json", "form"].includes(bodyShape(documented))) return "bytes";
  if (!isOpenRange(documented) || types.size === 0) return shape;
  const isPossible = { json: true, form: types.has("object"), text: types.has("string"), bytes: false }[
    shape
  ];
  return isPossible ? shape : undefined;
}

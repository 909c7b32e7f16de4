import type { ApiDocument, MediaType, Schema } from "./document.ts";
import { isReadByItem } from "./item-stream.ts";
import { essence, isForm, isJson, isOpenRange, sendableMediaType } from "./media-types.ts";
import { summarizeSchema } from "./schemas/summarize-schema.ts";

/** What a body is before its schema says more. */
export type BodyShape = "json" | "form" | "text" | "bytes";

function bodyShape(mediaType: string): BodyShape {
  const type = essence(mediaType);
  if (isJson(type)) return "json";
  if (isForm(type)) return "form";
  return /^text\/|[/+](xml|yaml)$|\/x-yaml$/.test(type) ? "text" : "bytes";
}

/**
 * What a body is handed on as where its schema doesn't describe it: XML, YAML, MessagePack and parts of several kinds aren't
 * parsed, and no text is an object or a number. Undefined where the schema says what arrives.
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

/** The schema of what arrives. */
export function arrivingSchema(document: ApiDocument, mediaType: string, media: MediaType): Schema {
  const unread = unreadAs(document, mediaType, media);
  if (unread === undefined) return media.schema ?? {};
  return unread === "text" ? { type: "string" } : { type: "string", format: "binary" };
}

/** The media type that a body is sent in, where the document may have a range: JSON for any, unless the body is bytes. */
export function sentMediaType(document: ApiDocument, mediaType: string, media: MediaType = {}): string {
  const { isBinary } = summarizeSchema(document, media.schema ?? {});
  return sendableMediaType(mediaType, { isBytes: isBinary });
}

/**
 * How a request's body is read, by the media type that was sent. Undefined where no body of it can have the documented
 * schema, as an image where JSON is wanted.
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

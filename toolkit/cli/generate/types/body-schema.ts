import {
  type ApiDocument,
  hasItems,
  isDateText,
  isReadByItem,
  type MediaType,
  resolve,
  unreadAs,
} from "@counterpart/server/document";
import { hasValues } from "@counterpart/server/schemas";

/** What a type is part of. `readOnly` properties are left out of requests, `writeOnly` ones of responses. */
export type Direction = "request" | "response";

/** How a body travels: requests of operations, their responses, and requests that the API sends. */
export type BodyKind = "request" | "response" | "outgoing";

/** The schema of a body's type. */
export interface BodySchema {
  schema: unknown;
  /** Undefined where the type doesn't depend on it. */
  mediaType?: string;
  /** Whether the schema is that of each item of a stream. */
  isItem?: true;
}

/** The schema of a body as it is read or sent; for streams without documented items, of its bytes or its text. */
export function bodySchema(
  document: ApiDocument,
  kind: BodyKind,
  mediaType: string,
  media: MediaType = {},
): BodySchema {
  const byItem = kind === "response" ? hasItems(mediaType, media) : isReadByItem(mediaType, media);
  if (byItem && kind !== "outgoing") return { schema: media.itemSchema, mediaType, isItem: true };
  const unread = unreadAs(document, mediaType, media);
  if (unread === undefined && !hasItems(mediaType, media)) {
    const isText =
      document.dates && !hasValues(mediaType) && isDateText(resolve(document, media.schema ?? {}));
    return { schema: isText ? { type: "string" } : media.schema, mediaType };
  }
  return { schema: { type: "string", ...(unread !== "text" && { format: "binary" }) } };
}

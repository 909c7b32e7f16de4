import { itemFormat } from "@counterpart/client/messages";
import type { BodyKind, BodyTraits, BodyTypes, ItemWriting } from "@counterpart/client/requests";
import { unreadAs } from "../document/body-reading.ts";
import type { ApiDocument, MediaType } from "../document/document.ts";
import { isReadByItem } from "../document/item-stream.ts";
import { essence, isForm, isJson, isOpenRange } from "../document/media-types.ts";
import { summarizeSchema } from "../document/schemas/summarize-schema.ts";
import { formFields } from "./form-fields.ts";

type Content = Record<string, MediaType>;

/** The media types of a request, as far as the client needs them to choose one for a value. */
export function bodyTypes(document: ApiDocument, content: Content): BodyTypes {
  const entries = Object.entries(content).map(([name, media]): [string, BodyTraits] => {
    const takes = kindsOf(document, name, media);
    const items = itemWriting(name, media);
    const fields = formFields(document, name, media);
    const hasFields = Object.keys(fields).length > 0;
    return [name, { ...(takes && { takes }), ...(items && { items }), ...(hasFields && { fields }) }];
  });
  return Object.fromEntries(entries);
}

/** The kinds of values that a media type's body can have; undefined if it can have any. */
function kindsOf(document: ApiDocument, name: string, media: MediaType): BodyKind[] | undefined {
  if (isReadByItem(name, media)) return ["items", "bytes"];
  const type = essence(name);
  if (isForm(type)) return ["object", "form"];
  const { types, isBinary: isBytes } = summarizeSchema(document, media.schema ?? {});
  if ((isBytes && !isJson(type)) || unreadAs(document, name, media) === "bytes") return ["bytes"];
  if (!isJson(type) && !isOpenRange(type)) return ["string"];
  if (types.size === 0) return undefined;
  const kinds = [...types].map((one) => (one === "integer" ? "number" : one) as BodyKind);
  return [...new Set(kinds)].sort();
}

/** Whether a call must specify its media type; mirrors `IsAmbiguous` in `call-init.ts` of the client. */
export function needsContentType(document: ApiDocument, content: Content, mediaType: string): boolean {
  const kinds = content[mediaType] && kindsOf(document, mediaType, content[mediaType]);
  return Object.entries(content).some(([name, media]) => {
    if (name === mediaType) return false;
    const others = kindsOf(document, name, media);
    return kinds === undefined || others === undefined || kinds.some((kind) => others.includes(kind));
  });
}

function itemWriting(mediaType: string, documented: MediaType | undefined): ItemWriting | undefined {
  const format = itemFormat(mediaType);
  if (!format || !isReadByItem(mediaType, documented)) return undefined;
  return { format, ...(documented?.eventData && { eventData: documented.eventData }) };
}

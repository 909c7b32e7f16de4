import type { FieldWriting, FormFields } from "@counterpart/client/requests";
import type { ApiDocument, MediaType } from "../document/document.ts";
import { type FieldEncoding, fieldEncodings } from "../document/form-encoding.ts";
import { isForm } from "../document/media-types.ts";

/** How to write the form fields that have an encoding in the document; empty for other media types. */
export function formFields(document: ApiDocument, mediaType: string, media: MediaType): FormFields {
  if (!isForm(mediaType)) return {};
  const fields = fieldEncodings(document, media).flatMap((encoding) => {
    const writing = writingOf(encoding);
    return writing ? [[encoding.name, writing] as const] : [];
  });
  return Object.fromEntries(fields);
}

function writingOf({ style, contentTypes }: FieldEncoding): FieldWriting | undefined {
  if (style) return style;
  return contentTypes.length > 0 ? { contentTypes } : undefined;
}

import type { FieldWriting, FormFields } from "../client-runtime/form-entries.ts";
import type { ApiDocument, MediaType } from "../document/document.ts";
import { type FieldEncoding, fieldEncodings } from "../document/form-encoding.ts";
import { isForm } from "../document/media-types.ts";

/** How the fields of a form are written that the document has an encoding for; empty for other media types. */
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

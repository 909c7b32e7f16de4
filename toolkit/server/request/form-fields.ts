import type { FieldWriting, FormFields } from "@counterpart/client/requests";
import type { ApiDocument, MediaType } from "../document/document.ts";
import { fieldEncodings } from "../document/form-encoding.ts";
import { isForm } from "../document/media-types.ts";

/** How to write the form fields that have an encoding in the document; empty for other media types. */
export function formFields(document: ApiDocument, mediaType: string, media: MediaType): FormFields {
  if (!isForm(mediaType)) return {};
  const fields = fieldEncodings(document, media).flatMap(({ name, style, contentTypes }) => {
    const writing: FieldWriting | undefined =
      style ?? (contentTypes.length > 0 ? { contentTypes } : undefined);
    return writing ? [[name, writing] as const] : [];
  });
  return Object.fromEntries(fields);
}

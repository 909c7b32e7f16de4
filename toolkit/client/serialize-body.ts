import { type FormEntry, type FormFields, formEntries, urlencodedText } from "./form-entries.ts";
import { multipartBody } from "./multipart-body.ts";

/**
 * Serializes a body for its media type. Objects become forms if the type is one, with a part for each value of a list
 * and none for undefined and null; everything else is sent unchanged.
 * @param fields how the fields of a form are encoded
 */
export function serializeBody(mediaType: string, value: unknown, fields: FormFields = {}): unknown {
  if (typeof value !== "object" || value === null || value instanceof Blob || value instanceof FormData) {
    return value;
  }
  if (mediaType === "application/x-www-form-urlencoded") return urlencodedText(value, fields);
  if (mediaType !== "multipart/form-data") return value;
  const entries = formEntries(value, fields);
  const hasTypedText = entries.some((entry) => typeof entry.value === "string" && entry.contentType);
  if (hasTypedText) return multipartBody(entries);
  const form = new FormData();
  for (const entry of entries) form.append(entry.name, partOf(entry));
  return form;
}

/** FormData gives a Blob its own type. */
function partOf({ value, contentType }: FormEntry): string | Blob {
  if (contentType === undefined || typeof value === "string") return value;
  return value instanceof File
    ? new File([value], value.name, { type: contentType, lastModified: value.lastModified })
    : new Blob([value], { type: contentType });
}

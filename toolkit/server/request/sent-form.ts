import { type FormPart, formParts } from "./form-parts.ts";
import { decoded, pairsOf } from "./query-string.ts";

/** A form as it was sent, before anything is known about its fields. */
export interface SentForm {
  fields: SentField[];
  /** What a field's text stands for. */
  decode: (raw: string) => string;
  /** Frees the memory of the body, once the form has been read. */
  release?: () => void;
}

export interface SentField {
  name: string;
  /** The text, encoded where forms encode it. */
  raw: () => string;
  /** Of a multipart form. */
  part?: FormPart;
}

/** A body of `application/x-www-form-urlencoded`. */
export function urlencodedForm(text: string): SentForm {
  return { fields: pairsOf(text).map(([name, raw]) => ({ name, raw: () => raw })), decode: decoded };
}

/**
 * A body of `multipart/form-data`. Its parts share the memory of the body.
 * @throws when the body isn't such a form
 */
export function multipartForm(body: Buffer<ArrayBuffer>, contentType: string): SentForm {
  const fields = formParts(body, contentType).map((part) => ({
    name: part.name,
    raw: () => part.bytes.toString("utf8"),
    part,
  }));
  return { fields, decode: (raw) => raw };
}

import { type FormPart, formParts } from "./form-parts.ts";
import { decoded, pairsOf } from "./query-string.ts";

/** A form as sent, before its fields are interpreted. */
export interface SentForm {
  fields: SentField[];
  /** Decodes a field's raw text. */
  decode: (raw: string) => string;
  /** Frees the body's memory; call it after reading the form. */
  release?: () => void;
}

export interface SentField {
  name: string;
  /** The raw text, which is encoded in a urlencoded form. */
  raw: () => string;
  /** Set in a multipart form. */
  part?: FormPart;
}

/** Reads an `application/x-www-form-urlencoded` body. */
export function urlencodedForm(text: string): SentForm {
  return { fields: pairsOf(text).map(([name, raw]) => ({ name, raw: () => raw })), decode: decoded };
}

/**
 * Reads a `multipart/form-data` body. The parts share its memory. An empty file without a name is absent: browsers send it
 * for a file field in which no file was chosen (WHATWG HTML, "constructing the entry list").
 * @throws if the body isn't a valid form
 */
export function multipartForm(body: Buffer<ArrayBuffer>, contentType: string, maxParts?: number): SentForm {
  const parts = formParts(body, contentType, maxParts).filter(
    (part) => part.filename !== "" || part.bytes.length > 0,
  );
  const fields = parts.map((part) => ({ name: part.name, raw: () => part.bytes.toString("utf8"), part }));
  return { fields, decode: (raw) => raw };
}

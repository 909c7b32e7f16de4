import { isForm } from "../../document/media-types.ts";
import type { SentField, SentForm } from "../../request/sent-form.ts";

/** What a parser in front has made of the body. */
export interface ParsedBody {
  body: unknown;
  /** The files of a form, as multer describes them. */
  files: ParsedFile[];
}

export interface ParsedFile {
  fieldname: string;
  originalname: string;
  mimetype: string;
  /** Undefined for a file that is stored elsewhere. */
  buffer?: Buffer;
}

/** @param contentType of the request */
export function takeBody(
  { body, files }: ParsedBody,
  contentType: string,
): { form: SentForm } | { value: unknown } {
  return isForm(contentType) && !(body instanceof Uint8Array) && typeof body !== "string"
    ? { form: formOf(body, files) }
    : { value: body };
}

/** The bytes of a body that the parser has only read, as express.raw() and express.text() do. */
export function unparsedBytes({ body }: ParsedBody): Uint8Array | undefined {
  if (body instanceof Uint8Array) return body;
  return typeof body === "string" ? Buffer.from(body) : undefined;
}

function formOf(body: unknown, files: ParsedFile[]): SentForm {
  const values = Object.entries(Object(body) as Record<string, unknown>).flatMap(([name, value]) =>
    fieldsOf(name, value),
  );
  const parts = files.map((file): SentField => {
    const { fieldname: name, originalname: filename, mimetype: contentType } = file;
    const bytes = Buffer.from(file.buffer ?? []) as Buffer<ArrayBuffer>;
    return { name, raw: () => bytes.toString("utf8"), part: { name, filename, contentType, bytes } };
  });
  return { fields: [...values, ...parts], decode: (raw) => raw };
}

/** A parser's nested value as the fields that were sent. */
function fieldsOf(name: string, value: unknown): SentField[] {
  if (Array.isArray(value)) return value.flatMap((one) => fieldsOf(name, one));
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, one]) => fieldsOf(`${name}[${key}]`, one));
  return value === undefined || value === null ? [] : [{ name, raw: () => String(value) }];
}

import { isDeepStrictEqual } from "node:util";
import { itemReader, itemText } from "@counterpart/client/messages";
import {
  type FieldWriting,
  type FormEntry,
  type FormFields,
  formEntries,
  type ItemWriting,
  urlencodedText,
} from "@counterpart/client/requests";
import { essence, isJson, isObject, sendableMediaType } from "@counterpart/server/document";
import type { FormPart } from "@counterpart/server/request";
import { formBytes, uploadName } from "./form-bytes.ts";

interface EncodedBody {
  contentType: string;
  bytes: Buffer;
}

/** Undefined if the value can't be sent in this media type. */
export type BodyEncoder = (value: unknown) => EncodedBody | undefined;

/** What the schema and the document define for a form's fields. */
interface FormDescription {
  isFile: (field: string) => boolean;
  /** Whether a field may have a type; undefined for a field that the schema doesn't define. */
  mayBe: (field: string, type: "array" | "object") => boolean | undefined;
  /** Whether a list's items may have a type. */
  mayHold: (field: string, type: "array" | "object") => boolean;
  fields: FormFields;
}

/** @param mediaType a concrete type, not a range */
export function bodyEncoder(mediaType: string, form: FormDescription, items?: ItemWriting): BodyEncoder {
  const type = essence(mediaType);
  if (items) {
    return (value) => {
      if (!Array.isArray(value) || value.length === 0 || !value.every((one) => isWritable(items, one)))
        return undefined;
      const text = value.map((one) => itemText(items.format, one, items.eventData)).join("");
      return { contentType: mediaType, bytes: Buffer.from(text) };
    };
  }
  if (isJson(type)) {
    return (value) =>
      value === undefined ? undefined : { contentType: mediaType, bytes: Buffer.from(JSON.stringify(value)) };
  }
  if (type === "application/x-www-form-urlencoded") {
    return (value) => {
      const text = fields(value, form)
        ?.map(({ name, value: one }) => urlencodedText({ [name]: one }, form.fields))
        .join("&");
      return text ? { contentType: mediaType, bytes: Buffer.from(text) } : undefined;
    };
  }
  if (type === "multipart/form-data") {
    return (value) => {
      const parts = fields(value, form, { isMultipart: true })?.flatMap(({ name, value: one }) =>
        formEntries({ [name]: one }, form.fields),
      );
      return parts && parts.length > 0 ? multipart(parts, form) : undefined;
    };
  }
  return (value) =>
    typeof value === "string" && value !== ""
      ? { contentType: mediaType, bytes: Buffer.from(value) }
      : undefined;
}

/** Whether an item survives encoding and parsing: an event's members are texts, except for its data. */
function isWritable({ format, eventData }: ItemWriting, item: unknown): boolean {
  if (format !== "events") return item !== undefined;
  if (typeof item !== "object" || item === null || Array.isArray(item)) return false;
  const reader = itemReader(format, { jsonEvents: eventData !== undefined });
  const read = [...reader.push(itemText(format, item, eventData)), ...reader.end()];
  return isDeepStrictEqual(read, [{ ...item }]);
}

interface Field {
  name: string;
  value: unknown;
}

/**
 * The fields of a form. Objects are written with brackets if the schema doesn't expect them, because a single
 * field would be read as text. Undefined for a value that a form can't express.
 */
function fields(value: unknown, form: FormDescription, { isMultipart = false } = {}): Field[] | undefined {
  if (!isObject(value)) return undefined;
  const out: Field[] = [];
  for (const [name, one] of Object.entries(value)) {
    const writing = Object.hasOwn(form.fields, name) ? form.fields[name] : undefined;
    const isStyled = writing !== undefined && !writing.contentTypes;
    const type = Array.isArray(one) ? "array" : isObject(one) ? "object" : undefined;
    const isExpected = type !== undefined && form.mayBe(name, type) === true;
    if (isStyled) {
      if (
        !isStyledValue(one, writing, { type, isExpected, mayBeObject: form.mayBe(name, "object") === true })
      )
        return undefined;
      out.push({ name, value: one });
    } else if (type === "object" && !isExpected) {
      const inner = inBrackets(one as object, name);
      if (!inner) return undefined;
      out.push(...inner);
    } else if (
      type === "array" &&
      (one as unknown[]).some(isObject) &&
      (form.isFile(name) || (!writing && !form.mayHold(name, "object")))
    ) {
      // The server would read an item as its JSON text.
      return undefined;
    } else if (isMultipart && !writing && form.mayHold(name, "array") && isListOfLists(one)) {
      // The server would read a single list of lists as the whole value.
      if (one.length === 1 && one[0]?.every(Array.isArray)) return undefined;
      out.push({ name, value: one });
    } else if (isExpressible(one) && (type !== "array" || isList(one as unknown[])))
      out.push({ name, value: one });
    else return undefined;
  }
  return out;
}

/** Whether a value survives serialization in a style. */
function isStyledValue(
  value: unknown,
  { style = "form", explode = style === "form" }: FieldWriting,
  { type, isExpected, mayBeObject }: { type: string | undefined; isExpected: boolean; mayBeObject: boolean },
): boolean {
  // The server doesn't find a scalar if it expects a spread or bracketed object.
  if (type === undefined) return isPlain(value) && !(mayBeObject && (explode || style === "deepObject"));
  const inner = Object.values(value as object);
  const texts = [...inner, ...(type === "object" ? Object.keys(value as object) : [])].map(String);
  const isSeparable = explode || style === "deepObject" || !texts.some((text) => /[,|\s]/.test(text));
  return isExpected && inner.length > 0 && inner.every(isPlain) && isSeparable;
}

function isPlain(value: unknown): boolean {
  return value !== "" && ["string", "number", "boolean"].includes(typeof value);
}

/** `place[shelf]=1` */
function inBrackets(value: object, within: string): Field[] | undefined {
  const out: Field[] = [];
  for (const [key, one] of Object.entries(value)) {
    const name = `${within}[${key}]`;
    if (isObject(one)) {
      const inner = inBrackets(one, name);
      if (!inner) return undefined;
      out.push(...inner);
    } else if (
      one !== null &&
      (!Array.isArray(one) || (isList(one) && one.every((item) => typeof item !== "object")))
    )
      out.push({ name, value: one });
    else return undefined;
  }
  return out.length > 0 ? out : undefined;
}

/** Each list is a part in JSON. */
function isListOfLists(value: unknown): value is unknown[][] {
  return Array.isArray(value) && value.length > 0 && value.every(Array.isArray);
}

/** Excludes lists that are read differently: an empty one as missing, and a single item as that item. */
function isList(value: unknown[]): boolean {
  return value.length > 1 && value.every((one) => !Array.isArray(one));
}

/** Forms omit null, and within JSON it is read as text. */
function isExpressible(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  return typeof value !== "object" || Object.values(value).every(isExpressible);
}

function multipart(entries: FormEntry[], { isFile, fields: writings }: FormDescription): EncodedBody {
  const parts = entries.map(({ name, value, contentType }): FormPart => {
    const bytes = Buffer.from(String(value));
    if (!isFile(name)) return { name, bytes, ...(contentType !== undefined && { contentType }) };
    const [documented = "application/octet-stream"] =
      (Object.hasOwn(writings, name) ? writings[name]?.contentTypes : undefined) ?? [];
    const type = contentType ?? sendableMediaType(documented, { isBytes: true });
    return { name, filename: uploadName(name, type), contentType: type, bytes };
  });
  return formBytes(parts);
}

import { isBuffer } from "./is-buffer.ts";
import { isJson, isRange } from "./media-type.ts";
import { asJson, isGiven, plainText } from "./styles/parts-of.ts";
import { partPairs, queryPairs } from "./styles/styled-pairs.ts";
import type { ValueStyle } from "./styles/value-style.ts";

/** How a form field is serialized: in a query style, or in media types, which may be ranges. */
export interface FieldWriting extends ValueStyle {
  contentTypes?: string[];
}

/** The fields of a form with a documented encoding, by name. */
export type FormFields = Record<string, FieldWriting>;

/** A part of a form. Without a type, a string is plain text and a Blob has its own type. */
export interface FormEntry {
  name: string;
  value: string | Blob;
  contentType?: string;
}

/**
 * The parts of a multipart form: one for each item of a list, and none for undefined and null. Objects are JSON,
 * unless the document has another encoding (OpenAPI 3.1, Encoding Object).
 */
export function formEntries(value: object, fields: FormFields = {}): FormEntry[] {
  return Object.entries(value).flatMap(([name, given]): FormEntry[] => {
    const writing = ownWriting(fields, name);
    return writing && !writing.contentTypes
      ? partPairs(name, given, writing).map(([key, text]) => ({ name: key, value: text }))
      : plainEntries(name, given, writing?.contentTypes, "application/json");
  });
}

/** A form as text, `a=1&b=x+y`. */
export function urlencodedText(value: object, fields: FormFields = {}): string {
  return Object.entries(value)
    .flatMap(([name, given]) => {
      const writing = ownWriting(fields, name);
      if (writing && !writing.contentTypes) return queryPairs(name, given, writing);
      return plainEntries(name, given, writing?.contentTypes).map(({ name: key, value: text }) =>
        new URLSearchParams([[key, String(text)]]).toString(),
      );
    })
    .join("&");
}

function ownWriting(fields: FormFields, name: string): FieldWriting | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** @param objectType of objects without a documented type */
function plainEntries(
  name: string,
  given: unknown,
  contentTypes: string[] = [],
  objectType?: string,
): FormEntry[] {
  const [only = "", ...others] = contentTypes;
  const single = others.length > 0 || only === "" || isRange(only) ? undefined : only;
  const items = [given].flat().filter(isGiven);
  return items.map((one): FormEntry => {
    const item = isBuffer(one) ? new Blob([one]) : asJson(one);
    if (item instanceof Blob) {
      // Bytes of any type are an octet stream.
      const isOfType = item.type === "" || single === "application/octet-stream";
      return { name, value: item, ...(isOfType && single && { contentType: single }) };
    }
    const documented = contentTypes.find((type) => isJson(type) && !isRange(type));
    const json = contentTypes.length === 0 ? objectType : documented;
    if (json !== undefined && (json === single || typeof item === "object")) {
      return { name, value: JSON.stringify(item), contentType: json };
    }
    const isPlain = single === undefined || /^text\/plain\b/i.test(single);
    return { name, value: plainText(item), ...(!isPlain && { contentType: single }) };
  });
}

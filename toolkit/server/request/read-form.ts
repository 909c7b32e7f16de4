import { isUtf8 } from "node:buffer";
import type { ApiDocument, MediaType, Parameter, Schema } from "../document/document.ts";
import { type FieldEncoding, fieldEncodings } from "../document/form-encoding.ts";
import { getOrMake } from "../document/get-or-make.ts";
import { isJson, matchesMediaType } from "../document/media-types.ts";
import { own } from "../document/own.ts";
import { escapePointerPart } from "../document/references.ts";
import type { RequestFault } from "../document/request-fault.ts";
import { isOfBytes, summarizeSchema } from "../document/schemas/summarize-schema.ts";
import { coerce, coerceForm } from "./coerce.ts";
import { jsonOrText } from "./exact-json.ts";
import { partContent } from "./form-parts.ts";
import { nested } from "./nested.ts";
import { isOfInner, type OwnNames, ownNames } from "./own-names.ts";
import { queryValueReader } from "./read-query-value.ts";
import type { SentField, SentForm } from "./sent-form.ts";
import { shapeOf } from "./styled-shape.ts";

/** A form in its schema's types, and the faults of parts with an undocumented media type. */
export interface ReadForm {
  value: unknown;
  faults: RequestFault[];
}

/**
 * Reads forms in the documented encodings. Other fields are text, or JSON if their part is declared so or the
 * schema expects an object; brackets in names nest.
 */
export function formReader(document: ApiDocument, media: MediaType): (form: SentForm) => ReadForm {
  const { properties } = summarizeSchema(document, media.schema ?? {});
  const encodings = fieldEncodings(document, media);
  const readStyled = styledReader(document, properties, encodings);
  const byName = new Map(encodings.map((encoding) => [encoding.name, encoding]));

  /** The property that a field belongs to, if any: `photos` for `photos[]` and `photos[0]`. */
  const propertyOf = (name: string): string | undefined =>
    [name, name.replace(/\[.*$/s, "")].find((one) => Object.hasOwn(properties, one));

  return (form) => {
    const { styled, rest } = readStyled(form);
    const json = new Map<string, unknown[]>();
    const others: [string, unknown][] = [];
    const faults = new Map<string, RequestFault>();
    for (const field of rest) {
      const name = propertyOf(field.name);
      const schema = name === undefined ? undefined : own(properties, name);
      const contentTypes = byName.get(name ?? "")?.contentTypes ?? [];
      const holdsBytes = schema !== undefined && isOfBytes(document, schema);
      if (!isAllowed(field, contentTypes, holdsBytes))
        faults.set(name ?? "", typeFault(name ?? "", contentTypes));
      const isWhole = name !== undefined && (field.name === name || field.name === `${name}[]`);
      if (isWhole && !holdsBytes && isSentAsJson(field, contentTypes)) {
        const values = getOrMake(json, name, () => []);
        values.push(jsonOrText(form.decode(field.raw())));
      } else others.push([field.name, contentOf(form, field, schema !== undefined && !holdsBytes)]);
    }
    const plain = coerceForm(document, media.schema, nested(others)) as object;
    const values = [...json].map(
      ([name, all]) => [name, jsonValue(document, own(properties, name), all)] as const,
    );
    return { value: { ...plain, ...Object.fromEntries(values), ...styled }, faults: [...faults.values()] };
  };
}

function styledReader(document: ApiDocument, properties: Record<string, Schema>, encodings: FieldEncoding[]) {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const style = encodings.find((one) => one.name === name)?.style;
    const parameter: Parameter = { in: "query", name, required: false, schema, ...style };
    const own = style ? ownNames(document, parameter) : unstyledNames(name);
    return { name, schema, style, parameter, own };
  });
  const styled = fields
    .filter(({ style }) => style)
    .map(({ name, schema, parameter, own }) => {
      const others = fields.filter((one) => one.name !== name).map((one) => one.own);
      const isOfOther = isOfInner(name, others);
      const isOwn = (one: string) =>
        (own.has(one) && !isOfOther(one)) || (own.isOpen && !others.some((other) => other.resembles(one)));
      return { name, schema, isOwn, own, others, shape: shapeOf(document, parameter) };
    });
  return (form: SentForm): { styled: Record<string, unknown>; rest: SentField[] } => {
    if (styled.length === 0) return { styled: {}, rest: form.fields };
    const values = styled.flatMap(({ name, schema, isOwn, shape, own, others }) => {
      const pairs = form.fields
        .filter((field) => isOwn(field.name))
        .map((field): [string, string] => [field.name, field.raw()]);
      const value = queryValueReader(shape, own, others, form.decode)(pairs);
      return value === undefined ? [] : [[name, coerce(document, schema, value)]];
    });
    const rest = form.fields.filter((field) => !styled.some(({ isOwn }) => isOwn(field.name)));
    return { styled: Object.fromEntries(values), rest };
  };
}

function unstyledNames(name: string): OwnNames {
  const has = (one: string) => one === name || one.startsWith(`${name}[`);
  return { name, has, resembles: has, isOpen: false };
}

/** Text without a Content-Type is always allowed; a file without one is plain text (RFC 7578, 4.4). */
function isAllowed({ part }: SentField, contentTypes: string[], holdsBytes: boolean): boolean {
  if (!part || contentTypes.length === 0) return true;
  const isUnsaid = part.contentType === undefined && part.filename === undefined && !holdsBytes;
  const given = part.contentType ?? "text/plain";
  return isUnsaid || contentTypes.some((one) => matchesMediaType(one, given));
}

function typeFault(name: string, contentTypes: string[]): RequestFault {
  const message = `must be sent as ${contentTypes.join(" or ")}`;
  return { in: "body", pointer: `/${escapePointerPart(name)}`, rule: "contentType", message };
}

function isSentAsJson({ part }: SentField, contentTypes: string[]): boolean {
  return part?.contentType === undefined ? contentTypes.some(isJson) : isJson(part.contentType);
}

/** Reads a file as text if the schema expects text. */
function contentOf(form: SentForm, field: SentField, isText: boolean): unknown {
  const { part } = field;
  if (!part) return form.decode(field.raw());
  return isText && isUtf8(part.bytes) ? field.raw() : partContent(part);
}

/** Each part is a list item, unless a single part is the whole list. */
function jsonValue(document: ApiDocument, schema: Schema = {}, values: unknown[]): unknown {
  const { types, items } = summarizeSchema(document, schema);
  const [only] = values;
  if (values.length > 1) return values;
  if (!types.has("array") || types.has("object")) return only;
  const isListOfLists = items !== undefined && summarizeSchema(document, items).types.has("array");
  return Array.isArray(only) && !(isListOfLists && !only.every(Array.isArray)) ? only : values;
}

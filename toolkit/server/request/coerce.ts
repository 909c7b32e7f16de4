import type { ApiDocument, Schema } from "../document/document.ts";
import { own } from "../document/own.ts";
import { type SchemaSummary, summarizeSchema } from "../document/schemas/summarize-schema.ts";
import { isObject } from "../document/walk.ts";
import { jsonOrText } from "./exact-json.ts";

/** JSON's number syntax. Other JavaScript notations (`0x10`, ` 1 `) stay text. */
const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Converts strings from URLs, headers and forms to the schema's types. Invalid strings stay unchanged, so
 * that the validator refuses them.
 */
export function coerce(document: ApiDocument, schema: Schema | undefined, value: unknown): unknown {
  return coerceBy(document, summarizeSchema(document, schema ?? {}), value);
}

/** The same by the schema's summary. */
export function coerceBy(document: ApiDocument, summary: SchemaSummary, value: unknown): unknown {
  if (summary.isBinary) {
    // A form field sent without a file name.
    return typeof value === "string" ? new File([value], "") : value;
  }
  if (summary.types.has("array")) {
    const list = listOf(value, summary);
    if (list) return list.map((one) => coerce(document, summary.items, one));
  }
  if (summary.types.has("object")) {
    const object = typeof value === "string" ? jsonOrText(value) : value;
    if (isRecord(object)) {
      return Object.fromEntries(
        Object.entries(object).map(([name, one]) => [
          name,
          coerce(document, own(summary.properties, name) ?? summary.additionalProperties, one),
        ]),
      );
    }
  }
  return typeof value === "string" ? scalar(value, summary.types) : value;
}

function scalar(text: string, types: Set<unknown>): unknown {
  if ((types.has("integer") || types.has("number")) && number.test(text)) {
    const value = Number(text);
    // Integers that would lose precision stay text.
    if (!Number.isInteger(value) || Number.isSafeInteger(value)) return value;
  }
  if (types.has("boolean") && (text === "true" || text === "false")) return text === "true";
  if (types.has("null") && !types.has("string") && (text === "" || text === "null")) return null;
  return text;
}

function listOf(value: unknown, { types, items }: SchemaSummary): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (value === undefined) return undefined;
  if (isRecord(value)) return types.has("object") ? undefined : inBrackets(value);
  const list = typeof value === "string" && value.startsWith("[") ? jsonOrText(value) : undefined;
  if (Array.isArray(list)) return list;
  // If the schema accepts both a string and a list of strings, a single value is a string.
  return types.has("string") && items !== undefined ? undefined : [value];
}

/** A list sent as `items[0]`, `items[1]`. */
function inBrackets(value: Record<string, unknown>): unknown[] | undefined {
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key, index) => key === String(index))
    ? Object.values(value)
    : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !(value instanceof Blob) && !Buffer.isBuffer(value);
}

/**
 * Converts form fields to the schema's types. Brackets have already been read as nesting; this undoes that
 * for a property with brackets in its name, such as `track[title]`.
 */
export function coerceForm(document: ApiDocument, schema: Schema | undefined, form: unknown): unknown {
  const { properties } = summarizeSchema(document, schema ?? {});
  const names = Object.keys(properties).filter((name) => /^[^[]+(\[[^[\]]*\])+$/.test(name));
  let fields = form;
  for (const name of names) {
    const { value, others } = taken(fields, name.split(/[[\]]+/).filter(Boolean));
    if (value === undefined) continue;
    const isList = summarizeSchema(document, own(properties, name) ?? {}).types.has("array");
    fields = { ...(others as object), [name]: isList || !Array.isArray(value) ? value : value[0] };
  }
  return coerce(document, schema, fields);
}

/** The value at a path of an object, and the object without it. Undefined if there is none. */
function taken(object: unknown, [key = "", ...rest]: string[]): { value: unknown; others: unknown } {
  const isIn = typeof object === "object" && object !== null && Object.hasOwn(object, key);
  if (!isIn || object instanceof Blob) return { value: undefined, others: object };
  const { [key]: member, ...others } = object as Record<string, unknown>;
  if (rest.length === 0) return { value: member, others };
  const inner = taken(member, rest);
  const isEmpty = Object.keys(inner.others ?? {}).length === 0;
  return { value: inner.value, others: isEmpty ? others : { ...others, [key]: inner.others } };
}

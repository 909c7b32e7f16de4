import type { ApiDocument, Schema } from "../document/document.ts";
import { own } from "../document/own.ts";
import { summarizeSchema } from "../document/schemas/summarize-schema.ts";
import { coerce } from "./coerce.ts";

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

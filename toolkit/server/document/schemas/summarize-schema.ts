import { type ApiDocument, resolve, type Schema } from "../document.ts";
import { getOrMake } from "../get-or-make.ts";
import { own, setOwn } from "../own.ts";
import { isObject } from "../walk.ts";
import { isBinary } from "./binary.ts";
import { otherItems, otherProperties } from "./other-properties.ts";
import { partsOf } from "./parts-of.ts";

/** The values that a schema could accept, across all its subschemas and alternatives. */
export interface SchemaSummary {
  types: Set<unknown>;
  isBinary: boolean;
  properties: Record<string, Schema>;
  additionalProperties: Schema | undefined;
  items: Schema | undefined;
}

/** Every request needs the summary, and schemas don't change. */
const summaries = new WeakMap<ApiDocument, WeakMap<Schema, SchemaSummary>>();

/** Summarizes a schema and everything it refers to, once per schema. `true` and `false` add nothing. */
export function summarizeSchema(document: ApiDocument, schema: Schema): SchemaSummary {
  if (!isObject(schema)) return summarize(document, {});
  const known = getOrMake(summaries, document, () => new WeakMap<Schema, SchemaSummary>());
  return getOrMake(known, schema, () => summarize(document, schema));
}

/** Whether a form field is bytes or a list of bytes, which are sent as files. */
export function isOfBytes(document: ApiDocument, schema: Schema): boolean {
  const { isBinary, items } = summarizeSchema(document, schema);
  return isBinary || (items !== undefined && summarizeSchema(document, items).isBinary);
}

function summarize(document: ApiDocument, schema: Schema): SchemaSummary {
  const summary: SchemaSummary = {
    types: new Set(),
    isBinary: false,
    properties: {},
    additionalProperties: undefined,
    items: undefined,
  };
  for (const part of partsOf((one) => resolve(document, one), schema)) {
    const properties = isObject(part.properties) ? (part.properties as Record<string, Schema>) : {};
    const items = schemaIn(otherItems(part));
    for (const type of typesOf(part, properties, items)) summary.types.add(type);
    summary.isBinary ||= isBinary(part);
    for (const [name, property] of Object.entries(properties)) {
      const known = own(summary.properties, name);
      if (known === undefined || saysNoType(document, known)) setOwn(summary.properties, name, property);
    }
    summary.additionalProperties ??= schemaIn(otherProperties(part));
    summary.items ??= items;
  }
  return summary;
}

/** The types that a schema names, or else those that its keywords imply. */
function typesOf({ type, const: only, enum: values }: Schema, properties: object, items: unknown): unknown[] {
  if (type !== undefined) return [type].flat();
  return [
    ...(Object.keys(properties).length > 0 ? ["object"] : []),
    ...(items ? ["array"] : []),
    ...[only ?? [], values ?? []].flat().map((value) => typeof value),
  ];
}

function schemaIn(value: unknown): Schema | undefined {
  return isObject(value) ? value : undefined;
}

const typeKeywords = [
  "type",
  "enum",
  "const",
  "properties",
  "additionalProperties",
  "unevaluatedProperties",
  "items",
  "unevaluatedItems",
  "allOf",
  "oneOf",
  "anyOf",
];

/** One subschema may only describe a property whose type another one specifies. */
function saysNoType(document: ApiDocument, property: Schema): boolean {
  const schema = resolve<Schema>(document, property);
  return isObject(schema) && !typeKeywords.some((keyword) => keyword in schema);
}

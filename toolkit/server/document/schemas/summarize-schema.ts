import { type ApiDocument, resolve, type Schema } from "../document.ts";
import { own, setOwn } from "../own.ts";
import { isObject } from "../walk.ts";
import { isBinary } from "./binary.ts";
import { otherItems, otherProperties } from "./other-properties.ts";

/** What values a schema could accept, all its parts and alternatives taken together. */
export interface SchemaSummary {
  types: Set<unknown>;
  isBinary: boolean;
  properties: Record<string, Schema>;
  additionalProperties: Schema | undefined;
  items: Schema | undefined;
}

const maxDepth = 8;

/** A schema is asked about at every request, and doesn't change. */
const summaries = new WeakMap<ApiDocument, WeakMap<Schema, SchemaSummary>>();

/** Summarizes a schema with everything that it refers to; computed once per schema. `true` and `false` say nothing. */
export function summarizeSchema(document: ApiDocument, schema: Schema): SchemaSummary {
  if (!isObject(schema)) return summarize(document, {}, 0);
  const known = summaries.get(document) ?? new WeakMap<Schema, SchemaSummary>();
  summaries.set(document, known);
  const summary = known.get(schema) ?? summarize(document, schema, 0);
  known.set(schema, summary);
  return summary;
}

function summarize(document: ApiDocument, node: Schema, depth: number): SchemaSummary {
  const resolved = resolve<Schema>(document, node);
  const schema: Schema = isObject(resolved) ? resolved : {};
  const properties = isObject(schema.properties) ? (schema.properties as Record<string, Schema>) : {};
  const summary: SchemaSummary = {
    types: new Set([schema.type ?? []].flat()),
    isBinary: isBinary(schema),
    properties: { ...properties },
    additionalProperties: schemaIn(otherProperties(schema)),
    items: schemaIn(otherItems(schema)),
  };
  if (schema.type === undefined) {
    if (Object.keys(properties).length > 0) summary.types.add("object");
    if (summary.items) summary.types.add("array");
    for (const value of [schema.const ?? [], schema.enum ?? []].flat()) summary.types.add(typeof value);
  }
  if (depth > maxDepth) return summary;
  for (const part of [schema.allOf ?? [], schema.oneOf ?? [], schema.anyOf ?? []].flat()) {
    const more = summarize(document, part as Schema, depth + 1);
    for (const type of more.types) summary.types.add(type);
    summary.isBinary ||= more.isBinary;
    for (const [name, property] of Object.entries(more.properties)) {
      const known = own(summary.properties, name);
      if (known === undefined || saysNoType(document, known)) setOwn(summary.properties, name, property);
    }
    summary.additionalProperties ??= more.additionalProperties;
    summary.items ??= more.items;
  }
  return summary;
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

/** A part of a schema may only describe a property that another part has with its type. */
function saysNoType(document: ApiDocument, property: Schema): boolean {
  const schema = resolve<Schema>(document, property);
  return isObject(schema) && !typeKeywords.some((keyword) => keyword in schema);
}

import { isDeepStrictEqual } from "node:util";
import { isObject, listIn, type Schema } from "@counterpart/server/document";
import { definitionOf, type Tag, taggedSchema, tagKeyword } from "@counterpart/server/schemas";
import { own, setOwn } from "@counterpart/server/values";

export type JsonType = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/** A schema with its `$ref` and `allOf` merged into it. */
export interface Flat {
  types: JsonType[];
  /** All keywords without a choice. `patterns` and `samples` are lists, since several can apply. */
  keywords: Schema;
  patterns: string[];
  /** The document's examples and defaults. */
  samples: unknown[];
  hasDefault: boolean;
  /** `oneOf` and `anyOf`; one branch of each must be chosen. */
  groups: { keyword: "oneOf" | "anyOf"; branches: Schema[] }[];
  conditionals: Conditional[];
  nots: Schema[];
  /** Schemas with a further `contains` and its bounds, each of which applies by itself. */
  furtherContains: Schema[];
}

interface Conditional {
  /** A schema with only these keywords. */
  schema: Schema;
  /** The schemas of a value that satisfies the condition, including the condition itself. */
  fulfilled: Schema[];
  unfulfilled: Schema[];
}

const allTypes: JsonType[] = ["null", "boolean", "integer", "number", "string", "array", "object"];
const greatest = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"];
const least = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"];
const bothSchemas = ["items", "additionalProperties", "unevaluatedProperties", "propertyNames"];
const bySchemas = ["properties", "patternProperties"];

/** Follows references and merges `allOf`. The validator checks what can't be merged exactly. */
export function flatten(schema: Schema, $defs: Record<string, Schema>): Flat {
  const flat: Flat = {
    types: allTypes,
    keywords: {},
    patterns: [],
    samples: [],
    hasDefault: false,
    groups: [],
    conditionals: [],
    nots: [],
    furtherContains: [],
  };
  addTo(flat, schema, $defs, new Set());
  return flat;
}

/** @param merged the references whose schemas are part of it already */
function addTo(flat: Flat, schema: Schema, $defs: Record<string, Schema>, merged: Set<string>): void {
  const {
    $ref,
    allOf,
    oneOf,
    anyOf,
    not,
    if: condition,
    type,
    pattern,
    [tagKeyword]: tag,
    ...others
  } = schema;
  const { dependentSchemas, ...rest } = others;
  if (typeof $ref === "string" && !merged.has($ref)) {
    merged.add($ref);
    addTo(flat, own($defs, definitionOf($ref)) ?? {}, $defs, merged);
  }
  for (const part of (allOf ?? []) as Schema[]) addTo(flat, part, $defs, merged);
  if (tag) addTo(flat, taggedSchema(tag as Tag), $defs, merged);
  if (type !== undefined) flat.types = intersection(flat.types, [type].flat() as JsonType[]);
  if (typeof pattern === "string") flat.patterns.push(pattern);
  if (Array.isArray(oneOf)) flat.groups.push({ keyword: "oneOf", branches: oneOf });
  if (Array.isArray(anyOf)) flat.groups.push({ keyword: "anyOf", branches: anyOf });
  if (isObject(not) && Object.keys(not).length === 0) flat.types = [];
  else if (not !== undefined) flat.nots.push(not as Schema);
  if (condition !== undefined) {
    flat.conditionals.push(conditional(schema));
  }
  for (const [name, dependent] of Object.entries((dependentSchemas ?? {}) as Record<string, Schema>)) {
    flat.conditionals.push({
      schema: { dependentSchemas: { [name]: dependent } },
      fulfilled: [{ required: [name] }, dependent],
      unfulfilled: [{ properties: { [name]: false } }],
    });
  }
  const isFurther = rest.contains !== undefined && flat.keywords.contains !== undefined;
  if (isFurther) {
    const entries = Object.entries(rest).filter(([keyword]) => containsKeywords.includes(keyword));
    flat.furtherContains.push(Object.fromEntries(entries));
  }
  for (const [keyword, value] of Object.entries(rest))
    if (!(isFurther && containsKeywords.includes(keyword))) merge(flat, keyword, value);
}

const containsKeywords = ["contains", "minContains", "maxContains"];

function conditional(schema: Schema): Conditional {
  const words = Object.entries(schema).filter(([keyword]) => ["if", "then", "else"].includes(keyword));
  const { if: condition, then: consequence = {}, else: otherwise = {} } = schema;
  return {
    schema: Object.fromEntries(words),
    fulfilled: [condition as Schema, consequence as Schema],
    unfulfilled: [{ not: condition }, otherwise as Schema],
  };
}

function merge(flat: Flat, keyword: string, value: unknown): void {
  const { keywords, samples } = flat;
  const known = own(keywords, keyword);
  if (keyword === "default") flat.hasDefault = true;
  if (keyword === "example" || keyword === "default") samples.push(value);
  else if (keyword === "examples") samples.push(...(Array.isArray(value) ? value : []));
  else if (keyword === "then" || keyword === "else") return;
  else if (known === undefined) keywords[keyword] = value;
  else if (greatest.includes(keyword)) keywords[keyword] = Math.max(Number(known), Number(value));
  else if (least.includes(keyword)) keywords[keyword] = Math.min(Number(known), Number(value));
  else if (keyword === "required") keywords.required = [...new Set([...listIn(known), ...listIn(value)])];
  else if (keyword === "uniqueItems") keywords.uniqueItems = known === true || value === true;
  else if (keyword === "enum")
    keywords.enum = listIn(known).filter((one) => listIn(value).some((two) => isDeepStrictEqual(one, two)));
  else if (bothSchemas.includes(keyword)) keywords[keyword] = both(known, value);
  else if (bySchemas.includes(keyword)) {
    const merged = { ...(known as Record<string, Schema>) };
    for (const [name, schema] of Object.entries(value as Record<string, Schema>)) {
      const known = own(merged, name);
      setOwn(merged, name, known === undefined ? schema : (both(known, schema) as Schema));
    }
    keywords[keyword] = merged;
  } else if (keyword === "dependentRequired") {
    keywords[keyword] = { ...(known as object), ...(value as object) };
  } else keywords[keyword] = value;
}

function both(one: unknown, two: unknown): unknown {
  return one === false || two === false ? false : { allOf: [one, two] };
}

function intersection(known: JsonType[], given: JsonType[]): JsonType[] {
  const wide = given.includes("number") ? [...given, "integer"] : given;
  return known.filter((type) => wide.includes(type));
}

/** The schema without its choices, to be combined with a choice that was made. */
export function withoutChoices({ types, keywords, patterns, furtherContains }: Flat): Schema {
  return {
    ...keywords,
    ...(types.length < allTypes.length && { type: types }),
    allOf: [...patterns.map((pattern) => ({ pattern })), ...furtherContains],
  };
}

/** The type of a value, `integer` if it is one. */
export function typeOf(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value as JsonType;
}

import type { Schema } from "../../document/document.ts";
import { mapValues } from "../../document/map-values.ts";
import { isInherited } from "../../document/own.ts";
import { isBinary } from "../../document/schemas/binary.ts";
import { defaultOf } from "../../document/schemas/default-of.ts";
import { discriminatorTags, type Tag, type TaggedUnion } from "../../document/schemas/discriminator-tags.ts";
import { isMarked, markedNames } from "../../document/schemas/omit-marked.ts";
import { withProtoProperty } from "../../document/schemas/proto-property.ts";
import {
  annotationKeywords,
  isIgnored,
  listKeywords,
  mapKeywords,
  schemaKeywords,
} from "../../document/schemas/schema-keywords.ts";
import { isObject } from "../../document/walk.ts";
import type { Direction } from "../ajv-factories.ts";
import { bytesKeyword } from "./bytes-keyword.ts";
import { acceptDate } from "./date-keyword.ts";
import { withExactIntegers } from "./exact-integers.ts";
import { fillKeywords } from "./fill-defaults.ts";

export interface Translation {
  direction: Direction;
  /** The validator's key of the schema that a reference leads to. */
  keyOf(ref: string): string;
  /** What a schema that may be a reference stands for. */
  resolve(schema: Schema): Schema;
  /** See `createFillsIn`. */
  fillsIn(schema: unknown): boolean;
  /** Is told of names that every object inherits. */
  onInheritedName(): void;
}

const nothing: Set<string> = new Set();

/**
 * A schema of the document in the keywords that the validator's ajv understands. What isn't a schema stays as it is.
 * @param above what schemas around this one leave out in this direction, where they apply to the same value
 */
export function toValidatorSchema(
  node: unknown,
  translation: Translation,
  above: Set<string> = nothing,
): Schema {
  if (!isObject(node)) return node as Schema;
  // Keywords about strings don't apply to it.
  if (isBinary(node)) return { [bytesKeyword]: { isNullable: [node.type].flat().includes("null") } };
  const nested = (value: unknown) => toValidatorSchema(value, translation);
  const result: Schema = {};
  const mark = translation.direction === "request" ? "readOnly" : "writeOnly";
  const marked = asksOfSameValue(node) ? markedNames(translation.resolve, node, mark) : nothing;
  const leftOut = above.size === 0 ? marked : new Set([...marked, ...above]);
  const sameValue = (value: unknown) => toValidatorSchema(value, translation, leftOut);
  for (const [keyword, value] of Object.entries(node)) {
    if (keyword === "$ref") result.$ref = translation.keyOf(String(value));
    else if (keyword === "properties" && isObject(value))
      result[keyword] = mapValues(constantsFirst(value), nested);
    else if (mapKeywords.has(keyword)) result[keyword] = isObject(value) ? mapValues(value, nested) : value;
    else if (schemaKeywords.has(keyword) || listKeywords.has(keyword))
      result[keyword] = Array.isArray(value)
        ? value.map(keyword === "prefixItems" ? nested : sameValue)
        : nested(value);
    else if (!isIgnored(keyword) && !annotationKeywords.has(keyword)) result[keyword] = value;
  }
  // What is left out in this direction can't be required in it.
  if (Array.isArray(node.required)) result.required = node.required.filter((name) => !leftOut.has(name));
  // ajv itself would fill it in.
  if (result.default !== undefined && isMarked(translation.resolve, node, mark)) delete result.default;
  const union = discriminatorTags(translation.resolve, node);
  if (union) listedFirst(result, union);
  if (namesIn(result).some(isInherited)) translation.onInheritedName();
  const exact = withExactIntegers(result);
  const translated =
    translation.direction === "response" ? acceptDate(exact) : withFills(exact, node, translation, union);
  return withProtoProperty(translated);
}

/** The properties that a schema asks about. */
function namesIn({ properties, required, dependentRequired, dependentSchemas }: Schema): string[] {
  const keys = [properties, dependentRequired, dependentSchemas].flatMap((one) => Object.keys(one ?? {}));
  const lists = [required, ...Object.values(dependentRequired ?? {})];
  return [...keys, ...lists.flatMap((list) => (Array.isArray(list) ? list : []))];
}

/** In a request defaults are filled in, but none of an alternative that the request doesn't fit. */
function withFills(
  result: Schema,
  node: Schema,
  { fillsIn, resolve }: Translation,
  union: TaggedUnion | undefined,
): Schema {
  const properties = Object.entries(isObject(node.properties) ? node.properties : {});
  const defaults = properties.flatMap(([name, property]) => {
    const value = defaultOf(resolve, property);
    // What a request may not have would be filled in, and then refused.
    return value === undefined || isMarked(resolve, property, "readOnly") ? [] : [[name, value]];
  });
  if (defaults.length > 0) result[fillKeywords.defaults] = Object.fromEntries(defaults);
  const choices = choiceKeywords.filter(
    (keyword) => Array.isArray(node[keyword]) && node[keyword].some(fillsIn),
  );
  for (const keyword of ["not", "if", "contains"]) {
    if (fillsIn(node[keyword])) result[keyword] = { [fillKeywords.alternative]: result[keyword] };
  }
  if (choices.length === 0) return result;
  const allOf = Array.isArray(result.allOf) ? [...result.allOf] : [];
  for (const keyword of choices) {
    const given = result[keyword] as Schema[];
    const all = union && keyword === "anyOf" ? [...taggedAlternatives(given, union), ...given] : given;
    const alternatives = all.map((one) => ({ [fillKeywords.alternative]: one }));
    allOf.push({ [fillKeywords.choice]: { [keyword]: alternatives } });
    delete result[keyword];
  }
  return { ...result, allOf };
}

const choiceKeywords = ["anyOf", "oneOf"];

/** Of several alternatives that a value fits, the one that the discriminator names fills in its defaults. */
function taggedAlternatives(alternatives: Schema[], { tags }: TaggedUnion): Schema[] {
  return alternatives.flatMap((alternative, index) => {
    const tag = tags[index];
    if (!tag || tag.listed) return [];
    return [{ allOf: [{ required: [tag.propertyName], ...propertyIn(tag, tag.values) }, alternative] }];
  });
}

/** Properties by which alternatives are told apart come first, so that the others of a wrong one aren't looked into. */
function constantsFirst(properties: Schema): Schema {
  const isConstant = ([, one]: [string, unknown]) =>
    isObject(one) && (one.const !== undefined || (Array.isArray(one.enum) && one.enum.length === 1));
  const entries = Object.entries(properties);
  const constants = entries.filter(isConstant);
  if (constants.length === 0) return properties;
  return Object.fromEntries([...constants, ...entries.filter((one) => !isConstant(one))]);
}

/** Whether it matters which properties are left out: for `required`, and for the parts of a schema. */
function asksOfSameValue({ required, allOf, anyOf, oneOf }: Schema): boolean {
  return [required, allOf, anyOf, oneOf].some((value) => value !== undefined);
}

/**
 * What an alternative lists for the discriminating property comes first: the rest of a wrong alternative needn't be looked
 * into, down to the end of what contains itself. It is listed in the alternative too, so that nothing else becomes valid.
 */
function listedFirst(result: Schema, { keyword, tags }: TaggedUnion): void {
  const alternatives = result[keyword] as Schema[];
  result[keyword] = alternatives.map((alternative, index) => {
    const tag = tags[index];
    return tag?.listed ? { allOf: [propertyIn(tag, tag.listed), alternative] } : alternative;
  });
}

function propertyIn({ propertyName }: Tag, values: unknown[]): Schema {
  return { properties: { [propertyName]: { enum: values } } };
}

import { isDeepStrictEqual } from "node:util";
import type { Schema } from "../document.ts";
import { pointerParts } from "../references.ts";
import { isObject, objectIn } from "../walk.ts";
import { type Follow, partsOf } from "./parts-of.ts";
import { patternTest } from "./pattern-test.ts";

/** The values of the discriminating property that identify an alternative of a union. */
export interface Tag {
  propertyName: string;
  values: unknown[];
  /** All values that the alternative's schema lists for the property; undefined if it lists none. */
  listed: unknown[] | undefined;
  /** Whether values of the alternative must have the property. */
  isRequired: boolean;
}

/** A union's alternatives, and the tag of each. */
export interface TaggedUnion {
  propertyName: string;
  keyword: "oneOf" | "anyOf";
  alternatives: unknown[];
  /** In the order of the alternatives; undefined for an alternative without a tag. */
  tags: (Tag | undefined)[];
}

export interface Discriminator {
  propertyName: string;
  mapping?: unknown;
  /** The alternative for values that match no other name or have none (OpenAPI 3.2). */
  defaultMapping?: unknown;
}

/**
 * The tags of a union's alternatives, from `const` or `enum`, the mapping or the component's name; undefined without a
 * discriminator. A discriminator never affects whether a value is valid (OpenAPI 3.2, section 4.25).
 */
export function discriminatorTags(follow: Follow, union: Schema): TaggedUnion | undefined {
  return unionTags(follow, union, new Set());
}

/** @param around enclosing unions, because a schema may contain itself */
function unionTags(follow: Follow, union: Schema, around: Set<Schema>): TaggedUnion | undefined {
  const discriminator = discriminatorOf(union);
  const keyword = Array.isArray(union.oneOf) ? "oneOf" : "anyOf";
  const alternatives = union[keyword];
  if (!discriminator || !Array.isArray(alternatives) || around.has(union)) return undefined;
  const { propertyName } = discriminator;
  const known = alternatives.map((one: unknown) => {
    const listed = isObject(one) ? listedValues(follow, one, propertyName) : undefined;
    const named = isObject(one) ? namedValues(follow, union, one, discriminator) : [];
    return { listed, named };
  });
  const tags = known.map(({ listed, named }, index): Tag | undefined => {
    const alternative: unknown = alternatives[index];
    if (!isObject(alternative) || isNull(alternative)) return undefined;
    // Alternatives often share an enum of all tags.
    const isOthers = (value: unknown) =>
      !named.includes(value) &&
      known.some((other, at) => at !== index && other.named.includes(value) && isListed(value, other.listed));
    const own = listed?.filter((value) => !isOthers(value));
    const nested = listed
      ? undefined
      : nestedValues(follow, alternative, propertyName, new Set([...around, union]));
    const values = own && own.length > 0 ? own : (listed ?? nested ?? named);
    if (values.length === 0) return undefined;
    const isOptional = listed !== undefined && !requires(follow, alternative, propertyName);
    return { propertyName, values, listed, isRequired: !isOptional };
  });
  return { propertyName, keyword, alternatives, tags };
}

export function discriminatorOf(schema: unknown): Discriminator | undefined {
  const { discriminator } = Object(schema);
  return isObject(discriminator) && typeof discriminator.propertyName === "string"
    ? (discriminator as unknown as Discriminator)
    : undefined;
}

function isNull(schema: Schema): boolean {
  return schema.type === "null" || schema.const === null;
}

function isListed(value: unknown, listed: unknown[] | undefined): boolean {
  return listed === undefined || listed.some((one) => isDeepStrictEqual(one, value));
}

function requires(follow: Follow, schema: Schema, name: string): boolean {
  return partsOf(follow, schema, ["allOf"]).some(
    ({ required }) => Array.isArray(required) && required.includes(name),
  );
}

const maxDepth = 8;

/**
 * The values that `const` and `enum` allow for a property, or for the value itself without a name; undefined
 * if they don't restrict it.
 */
function listedValues(follow: Follow, schema: unknown, name?: string, depth = 0): unknown[] | undefined {
  if (!isObject(schema) || depth > maxDepth) return undefined;
  const { $ref, allOf, oneOf, anyOf } = schema;
  const within = (one: unknown) => listedValues(follow, one, name, depth + 1);
  const lists = [
    name === undefined
      ? listedBy(schema)
      : listedValues(follow, propertyOf(schema, name), undefined, depth + 1),
    typeof $ref === "string" ? within(follow({ $ref })) : undefined,
    ...(Array.isArray(allOf) ? allOf.map(within) : []),
    ...[oneOf, anyOf].filter(Array.isArray).map((choice) => {
      const some = choice.filter((one) => name === undefined || !isObject(one) || !isNull(one)).map(within);
      return some.length === 0 || some.includes(undefined) ? undefined : some.flatMap((one) => one ?? []);
    }),
  ].filter((one) => one !== undefined);
  return lists.length === 0
    ? undefined
    : lists.reduce((left, list) => left.filter((value) => isListed(value, list)));
}

function listedBy(schema: Schema): unknown[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

function propertyOf({ properties }: Schema, name: string): unknown {
  return isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/**
 * The values of an alternative that is itself a union with the same discriminating property; empty if one of
 * its alternatives has no tag.
 */
function nestedValues(
  follow: Follow,
  alternative: Schema,
  propertyName: string,
  around: Set<Schema>,
): unknown[] | undefined {
  for (const part of partsOf(follow, alternative, ["allOf"])) {
    const { tags } = unionTags(follow, part, around) ?? { tags: [] };
    if (tags.length > 0 && tags.every((tag) => (tag?.propertyName ?? propertyName) === propertyName))
      return tags.some((tag) => !tag) ? [] : tags.flatMap((tag) => tag?.values ?? []);
  }
  return undefined;
}

/** The alternative's names from the mapping, or else its component's name, if its schema allows them. */
function namedValues(
  follow: Follow,
  union: Schema,
  alternative: Schema,
  discriminator: Discriminator,
): unknown[] {
  const { propertyName } = discriminator;
  const { $ref } = alternative;
  if (typeof $ref !== "string") return [];
  const names = namesOf(discriminator, $ref);
  if (names.length === 0) return [];
  const parts = partsOf(follow, alternative, ["allOf"]);
  const schemas = [...parts, union].map((part) => propertyOf(part, propertyName)).filter(isObject);
  if (schemas.length === 0 && !parts.every(allowsMore)) return [];
  const rules = schemas.flatMap((one) => partsOf(follow, one, ["allOf"]));
  return names.flatMap((name) => asAllowed(name, rules));
}

/** Whether a schema allows an object with properties that it doesn't name. */
function allowsMore({ type, additionalProperties, unevaluatedProperties }: Schema): boolean {
  const isClosed = additionalProperties === false || unevaluatedProperties === false;
  return !isClosed && (type === undefined || [type].flat().includes("object"));
}

/** The keys of a mapping are strings even if the property is a number. */
function asAllowed(name: string, rules: Schema[]): unknown[] {
  const isOfType = (type: string) =>
    rules.every((rule) => rule.type === undefined || [rule.type].flat().includes(type));
  if (isOfType("string")) {
    const fits = ({ pattern, minLength = 0, maxLength = Infinity }: Schema) =>
      name.length >= Number(minLength) &&
      name.length <= Number(maxLength) &&
      (typeof pattern !== "string" || patternTest(pattern).test(name));
    return rules.every(fits) ? [name] : [];
  }
  if ((isOfType("integer") || isOfType("number")) && /^-?\d+$/.test(name)) return [Number(name)];
  if (isOfType("boolean") && /^(true|false)$/.test(name)) return [name === "true"];
  return [];
}

/** A component's names: those in the mapping, or else its component name; none for the default. */
export function namesOf({ mapping, defaultMapping }: Discriminator, ref: string): string[] {
  const entries = Object.entries(objectIn(mapping));
  const mapped = entries.flatMap(([name, to]) => (isNamed(ref, to) ? [name] : []));
  return mapped.length > 0 || isNamed(ref, defaultMapping) ? mapped : [nameOf(ref)];
}

/** A mapping refers to an alternative by reference or by component name. */
export function isNamed(ref: string, by: unknown): boolean {
  return by === ref || by === nameOf(ref);
}

function nameOf(ref: string): string {
  return pointerParts(ref).at(-1) ?? "";
}

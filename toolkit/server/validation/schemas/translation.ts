import type { Schema } from "../../document/document.ts";
import { getOrMake } from "../../document/get-or-make.ts";
import { isBinary } from "../../document/schemas/binary.ts";
import type { Direction } from "../../document/schemas/closed-schema.ts";
import { createFillsIn, defaultOf } from "../../document/schemas/default-of.ts";
import { discriminatorTags, type Tag, type TaggedUnion } from "../../document/schemas/discriminator-tags.ts";
import { mapSchemas } from "../../document/schemas/map-schemas.ts";
import { isMarked, markedNames } from "../../document/schemas/omit-marked.ts";
import type { Follow } from "../../document/schemas/parts-of.ts";
import { annotationKeywords, isIgnored, sameValueKeywords } from "../../document/schemas/schema-keywords.ts";
import { isObject, objectIn } from "../../document/walk.ts";
import { acceptDate } from "./date-keyword.ts";
import { withExactIntegers } from "./exact-integers.ts";
import { fillKeywords } from "./fill-defaults.ts";
import { namesKeyword } from "./member-keywords.ts";
import { referenceKeyword } from "./reference-keyword.ts";
import { taggedBy, tagsKeyword } from "./union-keywords.ts";
import { bytesKeyword } from "./value-keywords.ts";

/** A schema in the keywords that ajv and our own keywords support. */
export interface Translated {
  schema: Schema | boolean;
  /** The references in it. */
  refs: Set<string>;
}

export type Translation = ReturnType<typeof createTranslation>;

/** The context that a schema's translation depends on. */
interface TranslationContext {
  /** Returns the target of a reference, which may be a reference itself. */
  targetOf(ref: string): unknown;
  /** Resolves a schema that may be a reference. */
  resolve: Follow;
  /**
   * Whether the values are sent in requests or responses; undefined if it makes no difference, as for a
   * closed schema.
   */
  direction?: Direction;
}

export function createTranslation({ targetOf, resolve, direction }: TranslationContext) {
  const targets = new Map<string, Translated>();
  const fillsIn = createFillsIn(resolve);

  function translate(node: unknown): Translated {
    const refs = new Set<string>();
    const schema = translated(node, { resolve, direction, fillsIn, onReference: (ref) => refs.add(ref) });
    return { schema, refs };
  }

  return {
    translate,
    /**
     * Returns the translated target of a reference; each is translated once.
     * @throws if the reference is broken
     */
    targetOf: (ref: string) => getOrMake(targets, ref, () => translate(targetOf(ref))),
  };
}

interface Context {
  resolve: Follow;
  direction: Direction | undefined;
  /** See `createFillsIn`. */
  fillsIn(schema: unknown): boolean;
  onReference(ref: string): void;
}

const nothing: Set<string> = new Set();

/**
 * Translates a schema to the keywords that ajv and our own keywords support. Returns anything else unchanged.
 * @param above properties that enclosing schemas omit in this direction, if they apply to the same value
 */
function translated(node: unknown, context: Context, above = nothing): Schema | boolean {
  if (!isObject(node)) return node as boolean;
  // Keywords about strings don't apply to bytes.
  if (isBinary(node)) return { [bytesKeyword]: { isNullable: [node.type].flat().includes("null") } };
  const { direction, resolve } = context;
  const mark = direction && (direction === "request" ? "readOnly" : "writeOnly");
  const marked = mark && dependsOnOmissions(node) ? markedNames(resolve, node, mark) : nothing;
  const leftOut = above.size === 0 ? marked : new Set([...marked, ...above]);
  const { $ref, ...known } = Object.fromEntries(
    Object.entries(node).filter(([keyword]) => !isIgnored(keyword) && !annotationKeywords.has(keyword)),
  );
  const result = mapSchemas(known, (one, keyword) =>
    translated(one, context, sameValueKeywords.includes(keyword) ? leftOut : nothing),
  );
  if (typeof $ref === "string") {
    context.onReference($ref);
    result[referenceKeyword] = $ref;
  }
  if (result.propertyNames !== undefined) {
    result[namesKeyword] = result.propertyNames;
    delete result.propertyNames;
  }
  if (isObject(result.properties)) result.properties = constantsFirst(result.properties);
  // Properties that are omitted in this direction can't be required in it.
  if (Array.isArray(node.required)) result.required = node.required.filter((name) => !leftOut.has(name));
  const union = discriminatorTags(resolve, node);
  if (union) listedFirst(result, union);
  if (direction === undefined) return withProtoProperty(result);
  const exact = withExactIntegers(result);
  return withProtoProperty(
    direction === "response" ? acceptDate(exact) : withFills(exact, node, context, union),
  );
}

/** Fills in defaults in requests, except for those of alternatives that the request doesn't match. */
function withFills(
  result: Schema,
  node: Schema,
  { fillsIn, resolve }: Context,
  union: TaggedUnion | undefined,
): Schema {
  const properties = Object.entries(objectIn(node.properties));
  const defaults = properties.flatMap(([name, property]) => {
    const value = defaultOf(resolve, property);
    // A `readOnly` property would be filled in and then refused.
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
    const tagged = union && keyword === "anyOf" ? taggedAlternatives(given, union) : [];
    const alternatives = [...tagged, ...given].map((one) => ({ [fillKeywords.alternative]: one }));
    const tags = union?.keyword === keyword && { [tagsKeyword]: taggedBy(union, tagged.length) };
    allOf.push({ [fillKeywords.choice]: { [keyword]: alternatives, ...tags } });
    delete result[keyword];
  }
  return { ...result, allOf };
}

const choiceKeywords = ["anyOf", "oneOf"];

/** If a value matches several alternatives, the one that the discriminator names fills in its defaults. */
function taggedAlternatives(alternatives: Schema[], { tags }: TaggedUnion): Schema[] {
  return alternatives.flatMap((alternative, index) => {
    const tag = tags[index];
    if (!tag || tag.listed) return [];
    return [{ allOf: [{ required: [tag.propertyName], ...propertyIn(tag, tag.values) }, alternative] }];
  });
}

/** Moves the properties that distinguish alternatives to the front, so that wrong ones fail early. */
function constantsFirst(properties: Schema): Schema {
  const isConstant = ([, one]: [string, unknown]) =>
    isObject(one) && (one.const !== undefined || (Array.isArray(one.enum) && one.enum.length === 1));
  const entries = Object.entries(properties);
  const constants = entries.filter(isConstant);
  if (constants.length === 0) return properties;
  return Object.fromEntries([...constants, ...entries.filter((one) => !isConstant(one))]);
}

/** Whether it matters which properties are omitted: for `required`, and for subschemas. */
function dependsOnOmissions({ required, allOf, anyOf, oneOf }: Schema): boolean {
  return [required, allOf, anyOf, oneOf].some((value) => value !== undefined);
}

/**
 * Checks the discriminator's values first, so that a wrong alternative is rejected before its other keywords
 * are evaluated, even in recursive schemas. The alternative checks them too, so nothing else becomes valid.
 */
function listedFirst(result: Schema, union: TaggedUnion): void {
  const { keyword, tags } = union;
  const alternatives = result[keyword] as Schema[];
  result[keyword] = alternatives.map((alternative, index) => {
    const tag = tags[index];
    return tag?.listed ? { allOf: [propertyIn(tag, tag.listed), alternative] } : alternative;
  });
  result[tagsKeyword] = taggedBy(union);
}

function propertyIn({ propertyName }: Tag, values: unknown[]): Schema {
  return { properties: { [propertyName]: { enum: values } } };
}

const proto = "__proto__";

/** Rewrites a schema with keywords that also check a property called `__proto__`, which ajv skips. */
function withProtoProperty(schema: Schema): Schema {
  const { properties, dependentRequired } = schema;
  let changed = schema;
  if (has(properties)) {
    const { [proto]: property, ...others } = properties;
    const patternProperties = { ...(schema.patternProperties as Schema), [`^${proto}$`]: property };
    changed = { ...changed, properties: others, patternProperties };
  }
  if (!has(dependentRequired)) return changed;
  const condition = {
    if: { type: "object", required: [proto] },
    [consequence]: { required: dependentRequired[proto] },
  };
  return { ...changed, allOf: [...((schema.allOf as Schema[] | undefined) ?? []), condition] };
}

/** A literal `then` would make the object a thenable, which `await` calls. */
const consequence = "then";

function has(members: unknown): members is Schema {
  return isObject(members) && Object.hasOwn(members, proto);
}

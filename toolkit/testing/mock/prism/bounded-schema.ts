import { type ApiDocument, resolve, type Schema } from "@counterpart/server/document/document";
import { setOwn } from "@counterpart/server/document/own";
import { taggedSchema } from "@counterpart/server/document/schemas/closed-schema";
import { discriminatorTags } from "@counterpart/server/document/schemas/discriminator-tags";
import {
  listKeywords,
  mapKeywords,
  schemaKeywords,
} from "@counterpart/server/document/schemas/schema-keywords";
import { isObject } from "@counterpart/server/document/walk";
import { matchingText } from "../../samples/matching-text.ts";

/** How many levels of objects and lists have optional properties, from the most to the fewest. */
const depths = [8, 5, 3, 2, 1, 0];
/** Prism takes milliseconds for a thousand schemas, and minutes for what some schemas are when they are spelled out. */
const maxSchemas = 400;
/** Deeper, not even what is required is spelled out. */
const maxDepth = 12;

/**
 * A schema with what it refers to in the place of the references, for Prism to make a value of. Where that would be too
 * large, optional properties are left out from the depth at which it isn't, and all alternatives but the first. So is
 * what contains its own kind.
 */
export function boundedSchema(document: ApiDocument, schema: Schema): Schema {
  for (const depth of depths) {
    const spelledOut = createSpeller(document, depth, depth === depths[0] ? Infinity : 1)(schema);
    if (spelledOut) return spelledOut;
  }
  return {};
}

/** @returns what spells a schema out; undefined where it gets too large */
function createSpeller(document: ApiDocument, optionalDepth: number, maxAlternatives: number) {
  let schemas = 0;
  return (schema: Schema): Schema | undefined => {
    const whole = spell(schema, { depth: 0, within: [] }) as Schema | undefined;
    return schemas > maxSchemas && optionalDepth > 0 ? undefined : (whole ?? {});
  };

  /** Undefined for what contains itself. */
  function spell(node: unknown, at: Place): unknown {
    if (!isObject(node)) return node;
    schemas++;
    if (at.depth > maxDepth || (schemas > maxSchemas && optionalDepth > 0)) return {};
    const { $ref, ...rest } = node;
    if (typeof $ref !== "string") return members(rest, at);
    if (at.within.includes($ref)) return undefined;
    const target = resolve<Schema>(document, node);
    return members({ ...target, ...rest }, { ...at, within: [...at.within, $ref] });
  }

  function members(schema: Schema, at: Place): Schema {
    const inner = { ...at, depth: at.depth + 1 };
    const copy: Schema = {};
    for (const [keyword, value] of Object.entries(withTags(schema))) {
      if (listKeywords.has(keyword) && Array.isArray(value)) copy[keyword] = list(keyword, value, at);
      else if (keyword === "properties" && isObject(value))
        copy.properties = properties(value, schema.required, inner);
      else if (mapKeywords.has(keyword) && isObject(value)) copy[keyword] = present(value, inner);
      else if (schemaKeywords.has(keyword)) Object.assign(copy, part(keyword, value, inner));
      else setOwn(copy, keyword, value);
    }
    return withMatchingText(withoutNumberFormat(copy));
  }

  /** Prism's sampler doesn't know discriminators. */
  function withTags(schema: Schema): Schema {
    const union = discriminatorTags((one) => resolve(document, one), schema);
    if (!union) return schema;
    const alternatives = union.alternatives.map((one, index) => {
      const tag = union.tags[index];
      return tag ? { allOf: [one, taggedSchema(tag)] } : one;
    });
    return { ...schema, [union.keyword]: alternatives };
  }

  function list(keyword: string, nodes: unknown[], at: Place): unknown[] {
    const isChoice = keyword === "oneOf" || keyword === "anyOf";
    const all = isChoice ? nodes.filter((one) => !isObject(one) || one.type !== "null") : nodes;
    const some = isChoice && nodes.length > maxAlternatives ? all.slice(0, maxAlternatives) : nodes;
    const spelledOut = some.map((one) => spell(one, at)).filter((one) => one !== undefined);
    return spelledOut.length > 0 ? spelledOut : [{}];
  }

  function properties(nodes: Schema, required: unknown, at: Place): Schema {
    const isKept = (name: string) =>
      at.depth <= optionalDepth || (Array.isArray(required) && required.includes(name));
    return present(Object.fromEntries(Object.entries(nodes).filter(([name]) => isKept(name))), at);
  }

  /** A list of its own kind is empty. */
  function part(keyword: string, node: unknown, at: Place): Schema {
    const spelledOut = spell(node, at);
    if (spelledOut !== undefined) return { [keyword]: spelledOut };
    return keyword === "items" ? { items: {}, maxItems: 0 } : {};
  }

  function present(nodes: Schema, at: Place): Schema {
    const entries = Object.entries(nodes).map(([name, node]) => [name, spell(node, at)]);
    return Object.fromEntries(entries.filter(([, node]) => node !== undefined));
  }
}

/** Of `int64` without bounds, Prism's sampler makes the least number that JavaScript has. */
function withoutNumberFormat(schema: Schema): Schema {
  const { format, ...rest } = schema;
  return /^(u?int(8|16|32|64)|float|double)$/.test(String(format)) ? rest : schema;
}

/** Prism's sampler doesn't look at patterns. */
function withMatchingText(schema: Schema): Schema {
  const { pattern, format, minLength = 0, maxLength = Infinity } = schema;
  const isGiven = ["const", "default", "enum", "example", "examples"].some((keyword) => keyword in schema);
  if (typeof pattern !== "string" || format !== undefined || isGiven) return schema;
  const bounds = { minLength: Number(minLength), maxLength: Number(maxLength) };
  const text = matchingText(pattern, bounds);
  return text === undefined ? schema : { ...schema, examples: [text] };
}

interface Place {
  /** Of objects and lists that it is in. */
  depth: number;
  /** The references that lead to it. */
  within: string[];
}

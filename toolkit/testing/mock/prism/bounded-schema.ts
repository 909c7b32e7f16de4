import {
  type ApiDocument,
  isObject,
  listKeywords,
  mapKeywords,
  resolve,
  type Schema,
  schemaKeywords,
} from "@counterpart/server/document";
import { discriminatorTags, taggedSchema } from "@counterpart/server/schemas";
import { setOwn } from "@counterpart/server/values";
import { matchingText } from "../../samples/values/matching.ts";

/** The nesting levels with optional properties, which are tried in this order. */
const depths = [8, 5, 3, 2, 1, 0];
/** The limit on inlined schemas: Prism takes milliseconds for a thousand, but minutes for some documents. */
const maxSchemas = 400;
/** Beyond this depth, required properties are left empty too. */
const maxDepth = 12;

/**
 * Inlines all references of a schema for Prism's sampler. If the result is too large, drops deep optional
 * properties and all alternatives but the first. Recursive parts are always dropped.
 */
export function boundedSchema(document: ApiDocument, schema: Schema): Schema {
  for (const depth of depths) {
    const spelledOut = createSpeller(document, depth, depth === depths[0] ? Infinity : 1)(schema);
    if (spelledOut) return spelledOut;
  }
  return {};
}

/** @returns a function that inlines references; its result is undefined if it gets too large */
function createSpeller(document: ApiDocument, optionalDepth: number, maxAlternatives: number) {
  let schemas = 0;
  return (schema: Schema): Schema | undefined => {
    const whole = spell(schema, { depth: 0, within: [] }) as Schema | undefined;
    return schemas > maxSchemas && optionalDepth > 0 ? undefined : (whole ?? {});
  };

  /** Undefined for a recursive schema. */
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

  /** Adds the discriminator's values, because Prism's sampler ignores discriminators. */
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

  /** Makes a recursive list empty. */
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

/** Drops the format: for an unbounded `int64`, Prism's sampler generates JavaScript's smallest number. */
function withoutNumberFormat(schema: Schema): Schema {
  const { format, ...rest } = schema;
  return /^(u?int(8|16|32|64)|float|double)$/.test(String(format)) ? rest : schema;
}

/** Adds an example that matches the pattern, because Prism's sampler ignores patterns. */
function withMatchingText(schema: Schema): Schema {
  const { pattern, format, minLength = 0, maxLength = Infinity } = schema;
  const isGiven = ["const", "default", "enum", "example", "examples"].some((keyword) => keyword in schema);
  if (typeof pattern !== "string" || format !== undefined || isGiven) return schema;
  const bounds = { minLength: Number(minLength), maxLength: Number(maxLength) };
  const text = matchingText(pattern, bounds);
  return text === undefined ? schema : { ...schema, examples: [text] };
}

interface Place {
  /** The number of enclosing objects and lists. */
  depth: number;
  /** The references on the path to this schema. */
  within: string[];
}

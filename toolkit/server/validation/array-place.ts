import { type ApiDocument, resolve, type Schema } from "../document/document.ts";
import { own } from "../document/own.ts";

/** A schema, divided at one array. */
export interface ArrayPlace {
  /** The schema, but with any items in the array, and any number of them. */
  around: Schema;
  /** The schema of each item, resolved. */
  items: Schema;
  minItems: number;
  maxItems: number;
}

const conditional = ["anyOf", "oneOf", "not", "if", "then", "else"];
/** In the schema of an object on the way, these may concern the array. */
const unsupportedAbove = [...conditional, "dependentSchemas", "patternProperties"];
/** In the array's schema, these may need all items at once. */
const unsupportedAt = [
  ...[...conditional, "allOf", "const", "enum"],
  ...["contains", "prefixItems", "unevaluatedItems", "uniqueItems"],
];

/**
 * Divides a schema, so that an array's items can be validated one by one.
 * @param names the properties that lead to the array
 * @throws if that would leave a keyword unchecked
 */
export function findArrayPlace(document: ApiDocument, schema: Schema, names: string[]): ArrayPlace {
  const arrays: Schema[] = [];
  const around = withoutArray(schema, names);
  const [array, ...others] = arrays;
  if (!array || others.length > 0) throw new Error(`${arrays.length} schemas describe the array`);
  const { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = array;
  if (typeof items !== "object") throw new Error("no schema describes the array's items");
  return { around, items: resolve(document, items), minItems: Number(minItems), maxItems: Number(maxItems) };

  function withoutArray(schema: Schema, names: string[]): Schema {
    const { $ref, ...beside } = schema;
    if ($ref !== undefined) {
      const target = withoutArray(resolve(document, { $ref }), names);
      return Object.keys(beside).length === 0 ? target : { allOf: [target, beside] };
    }
    const [name, ...rest] = names;
    if (name === undefined) {
      refuse(schema, unsupportedAt);
      arrays.push(schema);
      return { type: "array" };
    }
    refuse(schema, unsupportedAbove);
    const { properties = {}, allOf } = schema as { properties?: Record<string, Schema>; allOf?: Schema[] };
    const property = own(properties, name);
    return {
      ...schema,
      ...(property && { properties: { ...properties, [name]: withoutArray(property, rest) } }),
      ...(allOf && { allOf: allOf.map((one) => withoutArray(one, names)) }),
    };
  }
}

function refuse(schema: Schema, keywords: string[]): void {
  const keyword = keywords.find((one) => own(schema, one) !== undefined && schema[one] !== false);
  if (keyword !== undefined) throw new Error(`a schema on the way has \`${keyword}\``);
}

/** The schemas of items that are checked in parts. */
export const itemsInParts = new WeakSet<object>();

/** The names that lead to each array of such items, at most this deep in a body. */
export function placesInParts(document: ApiDocument, schema: Schema | undefined, depth = 3): string[][] {
  const { properties = {}, items } = resolve<Schema>(document, schema ?? {});
  if (typeof items === "object" && itemsInParts.has(resolve<Schema>(document, items))) return [[]];
  if (depth === 0) return [];
  return Object.entries(properties as Record<string, Schema>).flatMap(([name, property]) =>
    placesInParts(document, property, depth - 1).map((names) => [name, ...names]),
  );
}

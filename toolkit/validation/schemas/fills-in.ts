import type { Schema } from "../../document/document.ts";
import { listKeywords, mapKeywords, schemaKeywords } from "../../document/schemas/schema-keywords.ts";
import { isObject } from "../../document/walk.ts";

/** Tells whether a property of a schema has a default, in the schema itself or further on. */
export function createFillsIn(resolve: (schema: Schema) => Schema): (schema: unknown) => boolean {
  const known = new WeakMap<object, boolean>();

  /** @param seen what has been looked into, or is being looked into */
  function search(given: unknown, seen: Set<object>): boolean {
    const schema = isObject(given) ? resolve(given) : undefined;
    if (!isObject(schema) || seen.has(schema)) return false;
    const answer = known.get(schema);
    if (answer !== undefined) return answer;
    seen.add(schema);
    const properties = isObject(schema.properties) ? Object.values(schema.properties) : [];
    const found =
      properties.some((one) => isObject(one) && one.default !== undefined) ||
      [schema, ...(schema === given ? [] : [given])].some((one) =>
        partsOf(one as Schema).some((part) => search(part, seen)),
      );
    if (found) known.set(schema, true);
    return found;
  }

  return (schema) => {
    const seen = new Set<object>();
    const found = search(schema, seen);
    // Where nothing was found, everything has been looked into.
    if (!found) for (const one of seen) known.set(one, false);
    return found;
  };
}

/** The schemas that are written in a schema. */
function partsOf(schema: Schema): unknown[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (Array.isArray(value)) return listKeywords.has(keyword) ? value : [];
    if (schemaKeywords.has(keyword)) return [value];
    return mapKeywords.has(keyword) && isObject(value) ? Object.values(value) : [];
  });
}

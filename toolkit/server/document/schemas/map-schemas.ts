import type { Schema } from "../document.ts";
import { mapValues } from "../map-values.ts";
import { isObject } from "../walk.ts";
import { listKeywords, mapKeywords, schemaKeywords } from "./schema-keywords.ts";

/** Maps the direct subschemas of a schema. */
export function mapSchemas(schema: Schema, change: (schema: unknown, keyword: string) => unknown): Schema {
  return mapValues(schema, (value, keyword) => {
    if (mapKeywords.has(keyword))
      return isObject(value) ? mapValues(value, (one) => change(one, keyword)) : value;
    if (!schemaKeywords.has(keyword) && !listKeywords.has(keyword)) return value;
    return Array.isArray(value) ? value.map((one) => change(one, keyword)) : change(value, keyword);
  });
}

import type { Schema } from "../document.ts";
import { isObject } from "../walk.ts";
import { sameValueKeywords } from "./schema-keywords.ts";

/** What a schema that may be a reference stands for. */
export type Follow = (schema: Schema) => Schema;

/**
 * A schema and all that apply to the same value: what it refers to, and the parts of these keywords.
 * @param keywords by default, also those of which one part may apply
 */
export function partsOf(follow: Follow, schema: Schema, keywords = sameValueKeywords): Schema[] {
  const parts = new Set<Schema>();
  const add = (node: unknown): void => {
    if (!isObject(node) || parts.has(node)) return;
    parts.add(node);
    if (typeof node.$ref === "string") add(follow({ $ref: node.$ref }));
    for (const one of keywords.flatMap((keyword) => node[keyword] ?? [])) add(one);
  };
  add(schema);
  return [...parts];
}

import type { Schema } from "../document.ts";
import { isObject } from "../walk.ts";
import { sameValueKeywords } from "./schema-keywords.ts";

/** Resolves a schema that may be a reference. */
export type Follow = (schema: Schema) => Schema;

/**
 * A schema and all schemas that apply to the same value: the target of its reference, and those in these
 * keywords.
 * @param keywords by default, also those with alternatives
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

import type { Schema } from "../document.ts";

/**
 * A schema with references, as ajv must know it: with one that it can't overlook. Where a property is called like a keyword
 * that has no schemas, such as `type` or `format`, ajv doesn't look for references in it, and would write the schema in
 * place of a reference to it without knowing where its own lead.
 * @param key a reference to the schema itself; it isn't followed
 */
export function notInlined(schema: Schema, key: string): Schema {
  return { ...schema, $defs: { ...(schema.$defs as Schema), itself: { $ref: key } } };
}

import type { Schema } from "../document.ts";

/**
 * What ajv knows under the key of a schema that is compiled separately: a reference, which ajv never inlines. It would inline
 * a small schema, and search a large one for identifiers.
 */
export function notInlined(key: string): Schema {
  return { $ref: key };
}

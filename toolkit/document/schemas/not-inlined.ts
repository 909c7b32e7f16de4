import type { Schema } from "../document.ts";

/**
 * What ajv is to know of a schema that it refers to by a key and that is compiled by itself: it would write any other of a
 * few keywords in the place of the reference, and look through a larger one for identifiers.
 */
export function notInlined(key: string): Schema {
  return { $ref: key };
}

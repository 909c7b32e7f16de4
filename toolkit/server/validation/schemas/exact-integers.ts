import type { Schema } from "../../document/document.ts";

/** Why an integer that a JavaScript number can't hold exactly is refused. */
export const inexactMessage = `must be an integer from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}, since others would be rounded`;

/**
 * Limits an integer schema to JavaScript's safe integers. Larger numbers would be rounded when they are
 * parsed or written.
 */
export function withExactIntegers(schema: Schema): Schema {
  const types = [schema.type].flat();
  if (!types.includes("integer") || types.includes("number")) return schema;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const bounded = { ...schema };
  if (!(Number(minimum ?? exclusiveMinimum) >= Number.MIN_SAFE_INTEGER))
    bounded.minimum = Number.MIN_SAFE_INTEGER;
  if (!(Number(maximum ?? exclusiveMaximum) <= Number.MAX_SAFE_INTEGER))
    bounded.maximum = Number.MAX_SAFE_INTEGER;
  return bounded;
}

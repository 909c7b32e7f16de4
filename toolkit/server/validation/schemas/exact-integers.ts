import type { Schema } from "../../document/document.ts";

/**
 * The schema of an integer within what JavaScript represents exactly: beyond, another integer may have been sent, or would
 * be written.
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

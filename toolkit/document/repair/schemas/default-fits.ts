import { regularExpression } from "../../schemas/regular-expression.ts";
import type { Node } from "../../walk.ts";

/**
 * Whether a schema's `default` fits the schema's own keywords about type, choice and size. Requests are filled up with
 * it, so that one that doesn't fit would make a request invalid that leaves it out.
 */
export function defaultFits({ default: value, type, enum: values, const: only, ...schema }: Node): boolean {
  const types = [type ?? []].flat();
  if (types.length > 0 && !types.some((one) => isOfType(value, one))) return false;
  if (Array.isArray(values) && !values.some((one) => same(one, value))) return false;
  if (only !== undefined && !same(only, value)) return false;
  if (typeof value === "number") return isInRange(value, schema);
  if (typeof value === "string") return isText(value, schema);
  return !Array.isArray(value) || isWithin(value.length, schema.minItems, schema.maxItems);
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function isInRange(value: number, schema: Node): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (!isWithin(value, minimum, maximum)) return false;
  if (typeof exclusiveMinimum === "number" && value <= exclusiveMinimum) return false;
  return !(typeof exclusiveMaximum === "number" && value >= exclusiveMaximum);
}

function isText(value: string, { minLength, maxLength, pattern }: Node): boolean {
  if (!isWithin([...value].length, minLength, maxLength)) return false;
  return typeof pattern !== "string" || (regularExpression(pattern)?.test(value) ?? true);
}

function isWithin(size: number, min: unknown, max: unknown): boolean {
  return !(typeof min === "number" && size < min) && !(typeof max === "number" && size > max);
}

function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

import { own } from "../../own.ts";
import { textFormats } from "../../schemas/formats.ts";
import { isOfType } from "../../schemas/is-of-type.ts";
import { createIsMultiple } from "../../schemas/multiple-of.ts";
import { patternTest } from "../../schemas/pattern-test.ts";
import { isObject, type Node, objectIn } from "../../walk.ts";

/**
 * Whether a schema's `default` satisfies the schema's own type, enum, range and format keywords, including
 * those of items and properties. An invalid default would make requests that rely on it invalid.
 */
export function defaultFits({ default: value, type, enum: values, const: only, ...schema }: Node): boolean {
  const types = [type ?? []].flat();
  if (types.length > 0 && !types.some((one) => isOfType(one, value))) return false;
  if (Array.isArray(values) && !values.some((one) => same(one, value))) return false;
  if (only !== undefined && !same(only, value)) return false;
  if (typeof value === "number") return isInRange(value, schema);
  if (typeof value === "string") return isText(value, schema);
  if (Array.isArray(value)) return isList(value, schema);
  return !isObject(value) || hasProperties(value, schema);
}

function isInRange(value: number, schema: Node): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (!isWithin(value, minimum, maximum)) return false;
  if (typeof multipleOf === "number" && !createIsMultiple(multipleOf)(value)) return false;
  if (typeof exclusiveMinimum === "number" && value <= exclusiveMinimum) return false;
  return !(typeof exclusiveMaximum === "number" && value >= exclusiveMaximum);
}

function isList(values: unknown[], { minItems, maxItems, items }: Node): boolean {
  if (!isWithin(values.length, minItems, maxItems)) return false;
  return !isObject(items) || values.every((value) => defaultFits({ ...items, default: value }));
}

function hasProperties(value: Node, { required, properties }: Node): boolean {
  const known = objectIn(properties);
  const has = (name: string) =>
    Object.hasOwn(value, name) || (Object.hasOwn(known, name) && isFilled(known[name]));
  if (Array.isArray(required) && !required.map(String).every(has)) return false;
  return Object.entries(known).every(
    ([name, schema]) =>
      !isObject(schema) || !Object.hasOwn(value, name) || defaultFits({ ...schema, default: value[name] }),
  );
}

/** Whether a property may be missing: its default is filled in, or it is `readOnly`. */
function isFilled(schema: unknown): boolean {
  return isObject(schema) && (schema.default !== undefined || schema.readOnly === true);
}

function isText(value: string, { minLength, maxLength, pattern, format }: Node): boolean {
  if (!isWithin([...value].length, minLength, maxLength)) return false;
  // Any text is valid for an unknown format.
  if (typeof format === "string" && own(textFormats, format)?.(value) === false) return false;
  return typeof pattern !== "string" || patternTest(pattern).test(value);
}

function isWithin(size: number, min: unknown, max: unknown): boolean {
  return !(typeof min === "number" && size < min) && !(typeof max === "number" && size > max);
}

function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

import { isObject } from "../walk.ts";

/** Whether a value has a JSON Schema type. */
export function isOfType(type: unknown, value: unknown): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  if (type === "null") return value === null;
  if (type === "integer") return Number.isInteger(value);
  return type === "number" ? Number.isFinite(value) : typeof value === type;
}

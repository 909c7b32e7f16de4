import type { Node, Place } from "../../walk.ts";
import { type Repair, shown, tell } from "../repair.ts";

/**
 * A schema whose `enum` has values of its `type`. Where it has none, no value could be valid: values that are written as
 * another type, such as `1` for the text `"1"`, are read as the type, and others are ignored.
 */
export function repairEnum(schema: Node, place: Place, repair: Repair): Node {
  const { type, enum: values } = schema;
  const types = [type ?? []].flat().filter((one) => one !== "null");
  const given = Array.isArray(values) ? values.filter((value) => value !== null) : [];
  if (types.length === 0 || given.length === 0) return schema;
  if (given.some((value) => types.some((one) => isOf(one, value)))) return schema;
  const read = given.map((value) => types.map((one) => readAs(one, value)).find((one) => one !== undefined));
  if (read.includes(undefined)) {
    const message = `None of the values in \`enum\` has the type ${types.join(" or ")} (one is ${shown(given[0])}), so no value could be valid; \`enum\` is ignored. Correct one of the two.`;
    tell(repair, "warning", [place, "enum"], message);
    const { enum: _, ...rest } = schema;
    return rest;
  }
  const message = `The values of \`enum\` aren't of the type ${types.join(" or ")}; ${shown(given[0])} is read as ${shown(read[0])}. Write it so.`;
  tell(repair, "warning", [place, "enum"], message);
  return { ...schema, enum: [...read, ...(values as unknown[]).filter((value) => value === null)] };
}

function isOf(type: unknown, value: unknown): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "object") return typeof value === "object" && !Array.isArray(value);
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

/** Undefined where a value can't be read so. */
function readAs(type: unknown, value: unknown): unknown {
  if (type === "string") return typeof value === "object" ? undefined : String(value);
  if (typeof value !== "string" || value.trim() === "") return undefined;
  if (type === "boolean") return value === "true" ? true : value === "false" ? false : undefined;
  if (type !== "integer" && type !== "number") return undefined;
  return isOf(type, Number(value)) && !Number.isNaN(Number(value)) ? Number(value) : undefined;
}

import { isOfType } from "../../schemas/is-of-type.ts";
import type { Node, Place } from "../../walk.ts";
import { type Repair, shown } from "../repair-context.ts";

/**
 * Makes the values of `enum` match the schema's `type`: `1` becomes `"1"` for a string. If no value could be
 * valid, `enum` is ignored.
 */
export function repairEnum(schema: Node, place: Place, repair: Repair): Node {
  const types = [schema.type ?? []].flat();
  const values = Array.isArray(schema.enum) ? schema.enum : [];
  const warn = (message: string): void => repair.warn([place, "enum"], message);
  const isNullable = types.length === 0 || types.includes("null") || schema.nullable === true;
  if (values.includes(null) && !isNullable)
    warn(`\`enum\` lists null, and the type ${types.join(" or ")} excludes it. Allow null in \`type\`, too.`);
  const plain = types.filter((one) => one !== "null");
  const others = values.filter((value) => value !== null && !plain.some((one) => isOfType(one, value)));
  if (plain.length === 0 || others.length === 0) return schema;
  const asTyped = (value: unknown) => plain.map((one) => readAs(one, value)).find((one) => one !== undefined);
  const unreadable = others.filter((value) => asTyped(value) === undefined);
  const isAll = others.length === values.filter((one) => one !== null).length;
  if (isAll && unreadable.length > 0) {
    const message = `None of the values in \`enum\` has the type ${plain.join(" or ")} (one is ${shown(unreadable[0])}), so no value could be valid; \`enum\` is ignored. Correct one of the two.`;
    warn(message);
    const { enum: _, ...rest } = schema;
    return rest;
  }
  const [readable] = others.filter((value) => !unreadable.includes(value));
  if (readable !== undefined) {
    const message = `${isAll ? "The" : "Some"} values of \`enum\` aren't of the type ${plain.join(" or ")}; ${shown(readable)} is read as ${shown(asTyped(readable))}. Write it so.`;
    warn(message);
  }
  for (const value of unreadable)
    warn(
      `The value ${shown(value)} in \`enum\` isn't of the type ${plain.join(" or ")}, so it is never valid.`,
    );
  const read = values.map((value) => (others.includes(value) ? (asTyped(value) ?? value) : value));
  return { ...schema, enum: [...new Set(read)] };
}

/** Undefined if the value can't be converted. */
function readAs(type: unknown, value: unknown): unknown {
  if (type === "string") return typeof value === "object" ? undefined : String(value);
  if (typeof value !== "string" || value.trim() === "") return undefined;
  if (type === "boolean") return value === "true" ? true : value === "false" ? false : undefined;
  if (type !== "integer" && type !== "number") return undefined;
  return isOfType(type, Number(value)) && !Number.isNaN(Number(value)) ? Number(value) : undefined;
}

import type { Node, Place } from "../../walk.ts";
import { type Repair, shown } from "../repair-context.ts";

const types = ["array", "boolean", "integer", "null", "number", "object", "string"];

/** Drops types that JSON Schema doesn't define. */
export function repairType(schema: Node, place: Place, repair: Repair): Node {
  if (types.includes(schema.type as string) && !(repair.is30 && schema.type === "null")) return schema;
  const { type, ...others } = schema;
  const warn = (message: string) => repair.warn([place, "type"], message);
  if (type === "file") {
    warn("`type: file` is of Swagger 2.0. Write `type: string` and `format: binary`.");
    return { ...others, type: "string", format: "binary" };
  }
  const given = [type].flat();
  // In YAML, an unquoted null isn't the name of a type.
  const named = [...new Set(given.map((one) => (one === null ? "null" : one)))];
  const kept = named.filter((one) => types.includes(one as string));
  if (kept.length < named.length || kept.length === 0) {
    const hint = type === "any" ? "Omit it if any value is allowed." : `Write one of ${types.join(", ")}.`;
    warn(`There is no type ${shown(type)}; it isn't checked. ${hint}`);
    return kept.length > 0 ? { ...others, type: kept } : others;
  }
  if (given.includes(null)) warn(`The type null is the text "null", in quotes. It is read that way.`);
  else if (repair.is30) {
    warn("OpenAPI 3.0 has one `type`, and `nullable: true` for null; it is read as 3.1 would read it.");
  } else if (named.length === given.length) return schema;
  return { ...others, type: kept.length > 1 ? kept : kept[0] };
}

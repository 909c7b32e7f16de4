import type { Node, Place } from "../../walk.ts";
import { moveMember } from "../moved-members.ts";
import type { Repair } from "../repair-context.ts";

/**
 * Converts OpenAPI 3.0 keywords to JSON Schema 2020-12. In a 3.1 document they are converted too, with a
 * note. `format: binary` and `format: byte` mean the same in both versions.
 */
export function upgradeSchema(schema: Node, place: Place, repair: Repair): Node {
  const { is30 } = repair;
  const isStray =
    !is30 && ("nullable" in schema || isBoolean(schema.exclusiveMinimum, schema.exclusiveMaximum));
  if (!isStray && !(is30 && hasOldWord(schema))) return schema;
  const { nullable, ...upgraded } = schema;
  if (is30 && upgraded.example !== undefined) {
    upgraded.examples = [upgraded.example];
    delete upgraded.example;
  }
  for (const [exclusive, bound] of bounds) {
    if (typeof upgraded[exclusive] !== "boolean") continue;
    if (!is30) repair.warn([place, exclusive], strayBound(exclusive, bound, schema));
    upgradeBound(upgraded, exclusive, bound);
  }
  if (!is30 && nullable !== undefined) {
    const instead = nullable === true ? 'Add "null" to `type` instead.' : "Leave it out.";
    repair.warn([place, "nullable"], `OpenAPI 3.1 has no \`nullable\`; it is read as in 3.0. ${instead}`);
  }
  return nullable === true ? withNull(upgraded, place, repair) : upgraded;
}

const bounds = [
  ["exclusiveMinimum", "minimum"],
  ["exclusiveMaximum", "maximum"],
] as const;

function isBoolean(...values: unknown[]): boolean {
  return values.some((value) => typeof value === "boolean");
}

function hasOldWord(schema: Node): boolean {
  return (
    "nullable" in schema ||
    schema.example !== undefined ||
    isBoolean(schema.exclusiveMinimum, schema.exclusiveMaximum)
  );
}

function strayBound(exclusive: string, bound: string, schema: Node): string {
  const meant = schema[exclusive] === true && schema[bound] !== undefined;
  const instead = meant ? `Write \`${exclusive}: ${schema[bound]}\` without \`${bound}\`.` : "Leave it out.";
  return `\`${exclusive}\` is a number since OpenAPI 3.1; it is read as in 3.0. ${instead}`;
}

/** `minimum: 1, exclusiveMinimum: true` becomes `exclusiveMinimum: 1`. */
function upgradeBound(schema: Node, exclusiveBound: string, bound: string): void {
  const isExclusive = schema[exclusiveBound];
  delete schema[exclusiveBound];
  if (!isExclusive || schema[bound] === undefined) return;
  schema[exclusiveBound] = schema[bound];
  delete schema[bound];
}

/** Keywords that may exclude null for any type. Other keywords apply to one type or don't restrict values. */
const excludingNull = ["$ref", "allOf", "anyOf", "oneOf", "not"];

/**
 * By the letter of 3.0, `nullable` only has a meaning beside `type`, and an `enum` without null still
 * excludes null. Authors mean to allow null, even beside an `allOf` that contains a reference.
 */
function withNull(schema: Node, place: Place, repair: Repair): Node {
  const { type, enum: values } = schema;
  const nullable = { ...schema };
  if (type !== undefined) nullable.type = [...new Set([type, "null"].flat())];
  if (Array.isArray(values) && !values.includes(null)) nullable.enum = [...values, null];
  if (!excludingNull.some((keyword) => keyword in schema)) return nullable;
  const alternative: Node = {};
  for (const keyword of [...excludingNull, "discriminator"]) {
    if (!(keyword in nullable)) continue;
    alternative[keyword] = nullable[keyword];
    delete nullable[keyword];
    moveMember(repair, place, keyword, ["anyOf", "0", keyword]);
  }
  return { ...nullable, anyOf: [alternative, { type: "null" }] };
}

import { annotationKeywords } from "@counterpart/server/document";
import type { BreakRule } from "../client-actions.ts";
import { acceptor } from "./acceptor.ts";
import { findingOf, inOrder, type Relation } from "./relation.ts";
import type { SchemaFinding } from "./schema-finding.ts";
import { includesValue, type Shape, type ValueType } from "./shape.ts";

/** Compares types. Listed values (`enum`, `const`) need no other comparison. */
export function compareTypes(relation: Relation, sub: Shape, sup: Shape): SchemaFinding[] {
  const missing = [...sub.types].filter((type) => !sup.types.has(type));
  // For listed values, `compareValues` reports those that don't fit.
  if (missing.length === 0 || (sub.values && sup.values)) return [];
  const [before, after] = inOrder(relation, sub.types, sup.types).map(typeText);
  const message = `The type changed from ${before} to ${after}.`;
  return [findingOf(relation, [sub, sup], "schema-type-changed", message, { keyword: "type" })];
}

export function compareValues(relation: Relation, sub: Shape, sup: Shape): SchemaFinding[] {
  const finding = (rule: BreakRule, message: string, severity: "error" | "warning" = "error") => {
    const keyword = sub.pieces.concat(sup.pieces).some(({ schema }) => Object(schema).enum)
      ? "enum"
      : "const";
    return [findingOf(relation, [sub, sup], rule, message, { keyword, severity })];
  };
  if (!sub.values) {
    if (!sup.values) return [];
    const [before, after] = inOrder(relation, undefined, sup.values);
    const message =
      relation.direction === "request"
        ? `Only ${listed(after)} are accepted now.`
        : `Any value is possible now; only ${listed(before)} were.`;
    return finding("schema-constraint-changed", message);
  }
  const known = sup.values;
  const fits = acceptance(relation, sup);
  const candidates = sub.values.filter((value) => !fits(value));
  const refused = candidates.length === 0 ? candidates : candidates.filter(acceptance(relation, sub));
  if (refused.length === 0) return [];
  if (!known)
    return finding(
      "schema-constraint-changed",
      `${listed(refused)} ${are(refused)} refused by the new schema.`,
    );
  if (relation.direction === "request")
    return finding("enum-values-removed", `The enum lost ${listed(refused)}.`);
  // If no value remains, this isn't an added enum value but a different enum.
  if (sub.values.length === refused.length)
    return finding(
      "schema-constraint-changed",
      `The values changed from ${listed(known)} to ${listed(sub.values)}.`,
    );
  return finding("enum-values-added", `The enum gained ${listed(refused)}.`, "warning");
}

const listing = new Set(["const", "enum", "type", ...annotationKeywords, "default", "readOnly", "writeOnly"]);

/** Uses a validator if the schema restricts its values by more than a list and a chosen alternative of `anyOf`. */
function acceptance({ direction }: Relation, { values, pieces }: Shape): (value: unknown) => boolean {
  const saysMore = pieces.some(({ schema, withoutChoices }) =>
    Object.keys(schema).some((keyword) => !listing.has(keyword) && !(withoutChoices && keyword === "anyOf")),
  );
  if (values && !saysMore) return (value) => includesValue(values, value);
  return acceptor(pieces, direction);
}

function are({ length }: unknown[]): string {
  return length === 1 ? "is" : "are";
}

function listed(values: unknown[] = []): string {
  return values.map((value) => JSON.stringify(value)).join(", ");
}

function typeText(types: Set<ValueType>): string {
  if (types.size === 7) return "any";
  const names = [...types].map((type) =>
    type !== "fraction" && type !== "integer" ? type : types.has("fraction") ? "number" : "integer",
  );
  return [...new Set(names)].sort().join(" or ") || "none";
}

import { annotationKeywords } from "@counterpart/server/document";
import type { BreakRule } from "../client-actions.ts";
import { acceptor } from "./acceptor.ts";
import { findingOf, type Relation, type SchemaFinding } from "./relation.ts";
import { includesValue, type Shape } from "./shape.ts";

/** Compares types. Listed values (`enum`, `const`) need no other comparison. */
export function compareTypes(relation: Relation): SchemaFinding[] {
  const { sub, sup, before, after } = relation;
  const missing = [...sub.types].filter((type) => !sup.types.has(type));
  // For listed values, `compareValues` reports those that don't fit.
  if (missing.length === 0 || (sub.values && sup.values)) return [];
  const message = `The type changed from ${typeText(before)} to ${typeText(after)}.`;
  return [findingOf(relation, "schema-type-changed", message, { keyword: "type" })];
}

export function compareValues(relation: Relation): SchemaFinding[] {
  const { sub, sup, before, after } = relation;
  const finding = (rule: BreakRule, message: string, severity: "error" | "warning" = "error") => {
    const keyword = sub.pieces.concat(sup.pieces).some(({ schema }) => Object(schema).enum)
      ? "enum"
      : "const";
    return [findingOf(relation, rule, message, { keyword, severity })];
  };
  if (!sub.values) {
    if (!sup.values) return [];
    const message =
      relation.direction === "request"
        ? `Only ${listed(after.values)} are accepted now.`
        : `Any value is possible now; only ${listed(before.values)} were.`;
    return finding("schema-constraint-changed", message);
  }
  const fits = acceptance(relation, sup);
  const candidates = sub.values.filter((value) => !fits(value));
  const refused = candidates.length === 0 ? candidates : candidates.filter(acceptance(relation, sub));
  if (refused.length === 0) return [];
  if (!sup.values)
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
      `The values changed from ${listed(sup.values)} to ${listed(sub.values)}.`,
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

function typeText({ types }: Shape): string {
  if (types.size === 7) return "any";
  const names = [...types].map((type) =>
    type !== "fraction" && type !== "integer" ? type : types.has("fraction") ? "number" : "integer",
  );
  return [...new Set(names)].sort().join(" or ") || "none";
}

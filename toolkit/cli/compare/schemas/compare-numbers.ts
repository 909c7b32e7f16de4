import { createIsMultiple } from "@counterpart/server/document";
import { keywordChanged, type Relation } from "./relation.ts";
import type { SchemaFinding } from "./schema-finding.ts";
import type { Bound, Shape } from "./shape.ts";

/** Bounds and `multipleOf`; `format: int32` is a bound too. */
export function compareNumbers(relation: Relation, sub: Shape, sup: Shape): SchemaFinding[] {
  if (!sub.types.has("integer") && !sub.types.has("fraction")) return [];
  const changed = (name: string, change: [unknown, unknown], keywords: string[]) => {
    const isWritten = (one: string) =>
      sub.pieces.concat(sup.pieces).some(({ schema }) => Object(schema)[one]);
    const keyword = keywords.find(isWritten) ?? name;
    return keywordChanged(relation, [sub, sup], name, change, { keyword });
  };
  const findings: SchemaFinding[] = [];
  if (isBelow(sub.lower, sup.lower))
    findings.push(
      changed("minimum", [text(sub.lower), text(sup.lower)], ["minimum", "exclusiveMinimum", "format"]),
    );
  if (isBelow(negative(sub.upper), negative(sup.upper)))
    findings.push(
      changed("maximum", [text(sub.upper), text(sup.upper)], ["maximum", "exclusiveMaximum", "format"]),
    );
  const isCovered = (factor: number): boolean => {
    const isMultiple = createIsMultiple(factor);
    return sub.multiplesOf.some(isMultiple) || (!sub.types.has("fraction") && isMultiple(1));
  };
  const uncovered = sup.multiplesOf.filter((factor) => !isCovered(factor));
  // Every integer is a multiple of 1, and the types have been compared.
  if (uncovered.some((factor) => factor !== 1))
    findings.push(changed("multipleOf", [sub.multiplesOf[0], uncovered[0]], ["multipleOf"]));
  return findings;
}

function isBelow(one: Bound, other: Bound): boolean {
  return one.value < other.value || (one.value === other.value && other.isExclusive && !one.isExclusive);
}

function negative({ value, isExclusive }: Bound): Bound {
  return { value: -value, isExclusive };
}

function text({ value, isExclusive }: Bound): unknown {
  if (!Number.isFinite(value)) return undefined;
  return isExclusive ? `${value} (exclusive)` : value;
}

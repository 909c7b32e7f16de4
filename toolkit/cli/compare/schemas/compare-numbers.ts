import { createIsMultiple } from "@counterpart/server/document";
import { keywordChanged, type Relation, type SchemaFinding } from "./relation.ts";
import type { Bound } from "./shape.ts";

/** Bounds and `multipleOf`; `format: int32` is a bound too. */
export function compareNumbers(relation: Relation): SchemaFinding[] {
  const { sub, sup } = relation;
  if (!sub.types.has("integer") && !sub.types.has("fraction")) return [];
  const isWritten = (keyword: string) =>
    sub.pieces.concat(sup.pieces).some(({ schema }) => Object(schema)[keyword]);
  const bound = (name: string, change: [Bound, Bound], exclusive: string) => {
    const keyword = [name, exclusive, "format"].find(isWritten) ?? name;
    return keywordChanged(relation, name, [text(change[0]), text(change[1])], { keyword });
  };
  const findings: SchemaFinding[] = [];
  if (isBelow(sub.lower, sup.lower))
    findings.push(bound("minimum", [sub.lower, sup.lower], "exclusiveMinimum"));
  if (isBelow(negative(sub.upper), negative(sup.upper)))
    findings.push(bound("maximum", [sub.upper, sup.upper], "exclusiveMaximum"));
  const isCovered = (factor: number): boolean => {
    const isMultiple = createIsMultiple(factor);
    return sub.multiplesOf.some(isMultiple) || (!sub.types.has("fraction") && isMultiple(1));
  };
  const uncovered = sup.multiplesOf.filter((factor) => !isCovered(factor));
  // Every integer is a multiple of 1, and the types have been compared.
  if (uncovered.some((factor) => factor !== 1))
    findings.push(keywordChanged(relation, "multipleOf", [sub.multiplesOf[0], uncovered[0]]));
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

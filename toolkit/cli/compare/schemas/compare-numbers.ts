import { createIsMultiple } from "@counterpart/server/document/schemas/multiple-of";
import type { Problem } from "./problem.ts";
import { changeText, problemOf, type Relation } from "./relation.ts";
import type { Bound, Shape } from "./shape.ts";

/** Bounds and `multipleOf`; `format: int32` is a bound too. */
export function compareNumbers(relation: Relation, sub: Shape, sup: Shape): Problem[] {
  if (!sub.types.has("integer") && !sub.types.has("fraction")) return [];
  const problem = (name: string, before: unknown, after: unknown, keywords: string[]) =>
    problemOf(relation, [sub, sup], "schema-constraint-changed", changeText(relation, name, before, after), {
      keyword:
        keywords.find((one) => sub.pieces.concat(sup.pieces).some(({ schema }) => Object(schema)[one])) ??
        name,
    });
  const problems: Problem[] = [];
  if (isBelow(sub.lower, sup.lower))
    problems.push(
      problem("minimum", text(sub.lower), text(sup.lower), ["minimum", "exclusiveMinimum", "format"]),
    );
  if (isBelow(negative(sub.upper), negative(sup.upper)))
    problems.push(
      problem("maximum", text(sub.upper), text(sup.upper), ["maximum", "exclusiveMaximum", "format"]),
    );
  const isCovered = (factor: number): boolean => {
    const isMultiple = createIsMultiple(factor);
    return sub.multiplesOf.some(isMultiple) || (!sub.types.has("fraction") && isMultiple(1));
  };
  const uncovered = sup.multiplesOf.filter((factor) => !isCovered(factor));
  // An integer is a multiple of 1, whose types have been compared.
  if (uncovered.some((factor) => factor !== 1))
    problems.push(problem("multipleOf", sub.multiplesOf[0], uncovered[0], ["multipleOf"]));
  return problems;
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

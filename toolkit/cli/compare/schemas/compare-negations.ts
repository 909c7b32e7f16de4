import { isDeepStrictEqual } from "node:util";
import { areDisjoint } from "./are-disjoint.ts";
import type { Problem } from "./problem.ts";
import { changeText, problemOf, type Relation } from "./relation.ts";
import type { Shape } from "./shape.ts";

/** What a `not` excludes on one side must be excluded on the other, so that it is compared the other way round. */
export function compareNegations(relation: Relation, sub: Shape, sup: Shape): Problem[] {
  return sup.nots.flatMap((not) => {
    if (sub.nots.some((one) => relation.isSubset([not], [one]))) return [];
    if (areDisjoint(sub.pieces, [not])) return [];
    const message = changeText(relation, "not", sub.nots[0]?.schema, not.schema);
    const options = { keyword: "not", certainty: "undecided" } as const;
    return [problemOf(relation, [sub, sup], "schema-constraint-changed", message, options)];
  });
}

/** Keywords that aren't understood here are the same, or can't be compared. */
export function compareOtherKeywords(relation: Relation, sub: Shape, sup: Shape): Problem[] {
  return [...sup.others].flatMap(([keyword, values]) => {
    const known = sub.others.get(keyword) ?? [];
    if (values.every((value) => known.some((one) => isDeepStrictEqual(one, value)))) return [];
    const message = changeText(relation, keyword, known[0], values[0]);
    const options = { keyword, certainty: "undecided" } as const;
    return [problemOf(relation, [sub, sup], "schema-constraint-changed", message, options)];
  });
}

import { isDeepStrictEqual } from "node:util";
import { areDisjoint } from "./are-disjoint.ts";
import { keywordChanged, type Relation } from "./relation.ts";
import type { SchemaFinding } from "./schema-finding.ts";
import type { Shape } from "./shape.ts";

/** Compares `not` in reverse: the narrow side must exclude what the wide side excludes. */
export function compareNegations(relation: Relation, sub: Shape, sup: Shape): SchemaFinding[] {
  return sup.nots.flatMap((not) => {
    if (sub.nots.some((one) => relation.isSubset([not], [one]))) return [];
    if (areDisjoint(sub.pieces, [not])) return [];
    const change: [unknown, unknown] = [sub.nots[0]?.schema, not.schema];
    return [keywordChanged(relation, [sub, sup], "not", change, { isUndecided: true })];
  });
}

/** Unsupported keywords are either equal or can't be compared. */
export function compareOtherKeywords(relation: Relation, sub: Shape, sup: Shape): SchemaFinding[] {
  return [...sup.others].flatMap(([keyword, values]) => {
    const known = sub.others.get(keyword) ?? [];
    if (values.every((value) => known.some((one) => isDeepStrictEqual(one, value)))) return [];
    return [keywordChanged(relation, [sub, sup], keyword, [known[0], values[0]], { isUndecided: true })];
  });
}

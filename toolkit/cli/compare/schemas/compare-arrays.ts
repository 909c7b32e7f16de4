import { isNothing, itemOf, prefixLength } from "./members.ts";
import { compareCounts, keywordChanged, type Relation, type SchemaFinding } from "./relation.ts";
import type { Contains } from "./shape.ts";

/** Compares items by position, `minItems` and `maxItems`, `uniqueItems` and `contains`. */
export function compareArrays(relation: Relation): SchemaFinding[] {
  const { sub, sup } = relation;
  if (!sub.types.has("array")) return [];
  const findings = compareCounts(relation, "minItems", "maxItems");
  if (sup.uniqueItems && !sub.uniqueItems && sub.maxItems > 1)
    findings.push(keywordChanged(relation, "uniqueItems", [undefined, true]));
  const length = Math.max(prefixLength(sub), prefixLength(sup));
  // Items beyond both maximums can't occur; the counts have been compared already.
  const most = Math.min(sub.maxItems, sup.maxItems);
  for (let index = 0; index <= length && index < most; index++) {
    const [one, other] = [itemOf(sub, index), itemOf(sup, index)];
    if (isNothing(one)) break;
    findings.push(...relation.within(one, other, index < length ? ["prefixItems", `${index}`] : ["items"]));
  }
  for (const asked of sup.contains) findings.push(...compareContains(relation, asked));
  return findings;
}

function compareContains(relation: Relation, asked: Contains): SchemaFinding[] {
  const { sub } = relation;
  const narrower = sub.contains.filter(({ piece }) => relation.isSubset([piece], [asked.piece]));
  const wider = sub.contains.filter(({ piece }) => relation.isSubset([asked.piece], [piece]));
  const allMatch = () => relation.isSubset(itemOf(sub, prefixLength(sub)), [asked.piece]);
  const hasEnough =
    asked.min === 0 ||
    narrower.some(({ min }) => min >= asked.min) ||
    (prefixLength(sub) === 0 && sub.minItems >= asked.min && allMatch());
  const hasFewEnough = sub.maxItems <= asked.max || wider.some(({ max }) => max <= asked.max);
  if (hasEnough && hasFewEnough) return [];
  const [same] = narrower.filter((one) => wider.includes(one));
  const [keyword, one, other] = !same
    ? ["contains", sub.contains[0]?.piece.schema, asked.piece.schema]
    : hasEnough
      ? ["maxContains", same.max, asked.max]
      : ["minContains", same.min, asked.min];
  const isUndecided = !same && sub.contains.length > 0;
  return [keywordChanged(relation, String(keyword), [one, other], { isUndecided })];
}

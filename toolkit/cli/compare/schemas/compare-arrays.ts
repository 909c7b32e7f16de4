import { isNothing, itemOf, prefixLength } from "./members.ts";
import { keywordChanged, type Relation } from "./relation.ts";
import type { SchemaFinding } from "./schema-finding.ts";
import type { Contains, Shape } from "./shape.ts";

/** Compares items by position, `minItems` and `maxItems`, `uniqueItems` and `contains`. */
export function compareArrays(relation: Relation, sub: Shape, sup: Shape): SchemaFinding[] {
  if (!sub.types.has("array")) return [];
  const changed = (keyword: string, one: unknown, other: unknown) =>
    keywordChanged(relation, [sub, sup], keyword, [one, other]);
  const findings: SchemaFinding[] = [];
  if (sub.minItems < sup.minItems)
    findings.push(changed("minItems", sub.minItems || undefined, sup.minItems));
  if (sub.maxItems > sup.maxItems) findings.push(changed("maxItems", sub.maxItems, sup.maxItems));
  if (sup.uniqueItems && !sub.uniqueItems && sub.maxItems > 1)
    findings.push(changed("uniqueItems", undefined, true));
  const length = Math.max(prefixLength(sub), prefixLength(sup));
  // Items beyond both maximums can't occur; the counts have been compared already.
  const most = Math.min(sub.maxItems, sup.maxItems);
  for (let index = 0; index <= length && index < most; index++) {
    const [one, other] = [itemOf(sub, index), itemOf(sup, index)];
    if (isNothing(one)) break;
    findings.push(...relation.within(one, other, index < length ? ["prefixItems", `${index}`] : ["items"]));
  }
  for (const asked of sup.contains) findings.push(...compareContains(relation, [sub, sup], asked));
  return findings;
}

function compareContains(relation: Relation, [sub, sup]: [Shape, Shape], asked: Contains): SchemaFinding[] {
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
  return [keywordChanged(relation, [sub, sup], String(keyword), [one, other], { isUndecided })];
}

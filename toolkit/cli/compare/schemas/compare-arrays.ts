import { isNothing, itemOf, prefixLength } from "./members.ts";
import type { Problem } from "./problem.ts";
import { changeText, problemOf, type Relation } from "./relation.ts";
import type { Contains, Shape } from "./shape.ts";

/** Items by their place, how many there are, `uniqueItems` and `contains`. */
export function compareArrays(relation: Relation, sub: Shape, sup: Shape): Problem[] {
  if (!sub.types.has("array")) return [];
  const problem = (keyword: string, one: unknown, other: unknown) =>
    problemOf(relation, [sub, sup], "schema-constraint-changed", changeText(relation, keyword, one, other), {
      keyword,
    });
  const problems: Problem[] = [];
  if (sub.minItems < sup.minItems)
    problems.push(problem("minItems", sub.minItems || undefined, sup.minItems));
  if (sub.maxItems > sup.maxItems) problems.push(problem("maxItems", sub.maxItems, sup.maxItems));
  if (sup.uniqueItems && !sub.uniqueItems && sub.maxItems > 1)
    problems.push(problem("uniqueItems", undefined, true));
  const length = Math.max(prefixLength(sub), prefixLength(sup));
  // Where there can be no item, which is said of their number already, none needs to fit.
  const most = Math.min(sub.maxItems, sup.maxItems);
  for (let index = 0; index <= length && index < most; index++) {
    const [one, other] = [itemOf(sub, index), itemOf(sup, index)];
    if (isNothing(one)) break;
    problems.push(...relation.within(one, other, index < length ? ["prefixItems", `${index}`] : ["items"]));
  }
  for (const asked of sup.contains) problems.push(...compareContains(relation, [sub, sup], asked));
  return problems;
}

function compareContains(relation: Relation, [sub, sup]: [Shape, Shape], asked: Contains): Problem[] {
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
  return [
    problemOf(
      relation,
      [sub, sup],
      "schema-constraint-changed",
      changeText(relation, String(keyword), one, other),
      {
        keyword: String(keyword),
        certainty: same || sub.contains.length === 0 ? "break" : "undecided",
      },
    ),
  ];
}

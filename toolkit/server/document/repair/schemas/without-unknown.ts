import { knownKeywords } from "../../schemas/schema-keywords.ts";
import { didYouMean } from "../../source/references/did-you-mean.ts";
import type { Node, Place } from "../../walk.ts";
import type { Repair } from "../repair-context.ts";

/** What to write instead of keywords from other drafts. */
const instead: Record<string, string> = {
  $recursiveRef: "Write `$ref`.",
  additionalItems: "It applies only beside a list in `items`; write `prefixItems` and `items`.",
  disallow: "Write `not`.",
  divisibleBy: "Write `multipleOf`.",
  extends: "Write `allOf`.",
  id: "Write `$id`.",
};

/** Drops keywords that JSON Schema 2020-12 doesn't define. A validator may still give them a meaning. */
export function withoutUnknown(schema: Node, place: Place, repair: Repair): Node {
  const unknown = Object.keys(schema).filter(
    (keyword) => !keyword.startsWith("x-") && (!knownKeywords.has(keyword) || keyword === "additionalItems"),
  );
  if (unknown.length === 0) return schema;
  for (const keyword of unknown) {
    const advice = Object.hasOwn(instead, keyword)
      ? ` ${instead[keyword]}`
      : didYouMean(keyword, [...knownKeywords]);
    const message = `JSON Schema 2020-12 has no \`${keyword}\`; it is ignored.${advice}`;
    repair.warn([place, keyword], message);
  }
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !unknown.includes(keyword)));
}

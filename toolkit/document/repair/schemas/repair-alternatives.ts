import { targetIn } from "../../references.ts";
import {
  annotationKeywords,
  isIgnored,
  listKeywords,
  mapKeywords,
  schemaKeywords,
} from "../../schemas/schema-keywords.ts";
import { isObject, type Node, type Place } from "../../walk.ts";
import { type Repair, tell } from "../repair.ts";

/**
 * A schema with `anyOf` in place of a `oneOf` that has two alternatives of the same meaning: what fits one of them fits
 * the other, so that neither could ever be chosen. A discriminator tells them apart.
 */
export function repairAlternatives(schema: Node, place: Place, repair: Repair): Node {
  const { oneOf, anyOf, discriminator, ...rest } = schema;
  if (!Array.isArray(oneOf) || discriminator !== undefined) return schema;
  const second = oneOf.findIndex((one, index) => oneOf.slice(0, index).some((before) => isSame(before, one)));
  if (second === -1) return schema;
  const first = oneOf.findIndex((one) => isSame(one, oneOf[second]));
  const message = `The alternatives ${first + 1} and ${second + 1} allow the same values, so none fits exactly one of them; \`oneOf\` is read as \`anyOf\`. Tell them apart by a required property with a \`const\`, or write \`anyOf\`.`;
  tell(repair, "warning", [place, "oneOf"], message);
  if (anyOf === undefined) return { ...rest, anyOf: oneOf };
  return { ...rest, anyOf, allOf: [...(Array.isArray(rest.allOf) ? rest.allOf : []), { anyOf: oneOf }] };

  function isSame(one: unknown, other: unknown): boolean {
    return allowsSame(one, other, repair, new Set());
  }
}

/**
 * Whether two schemas are made of the same keywords. References stand for what they lead to.
 * @param compared pairs of references, or of one and another schema, that are being compared
 */
function allowsSame(one: unknown, other: unknown, repair: Repair, compared: Set<string>): boolean {
  if (!isObject(one) || !isObject(other)) return one === other;
  const references = [one, other].filter((schema) => isReference(schema, repair));
  if (references.length > 0) {
    const pair = JSON.stringify([one.$ref, other.$ref]);
    if (references.length === 2 && one.$ref === other.$ref) return true;
    // Two circles of references are the same as long as nothing in them differs.
    if (compared.has(pair)) return references.length === 2;
    return allowsSame(target(one, repair), target(other, repair), repair, new Set([...compared, pair]));
  }
  const keywords = Object.keys(one).filter(restricts);
  if (keywords.length !== Object.keys(other).filter(restricts).length) return false;
  return keywords.every((keyword) => Object.hasOwn(other, keyword) && isSameKeyword(keyword));

  function isSameKeyword(keyword: string): boolean {
    const [mine, others] = [one, other].map((schema) => (schema as Node)[keyword]);
    const same = (a: unknown, b: unknown) => allowsSame(a, b, repair, compared);
    if (keyword === "$ref") return same({ $ref: mine }, { $ref: others });
    if (mapKeywords.has(keyword) && isObject(mine) && isObject(others)) {
      const names = Object.keys(mine);
      if (names.length !== Object.keys(others).length) return false;
      return names.every((name) => Object.hasOwn(others, name) && same(mine[name], others[name]));
    }
    if (listKeywords.has(keyword) && Array.isArray(mine) && Array.isArray(others)) {
      return mine.length === others.length && mine.every((schema, index) => same(schema, others[index]));
    }
    if (schemaKeywords.has(keyword)) return same(mine, others);
    return JSON.stringify(mine) === JSON.stringify(others);
  }
}

/** Whether nothing counts in a schema but its reference. */
function isReference(schema: Node, { is30 }: Repair): boolean {
  return typeof schema.$ref === "string" && (is30 || Object.keys(schema).filter(restricts).length === 1);
}

function restricts(keyword: string): boolean {
  return keyword !== "default" && !annotationKeywords.has(keyword) && !isIgnored(keyword);
}

/** What a reference leads to; a text that is like no schema where it leads nowhere. Other schemas stay as they are. */
function target(schema: Node, repair: Repair): unknown {
  if (!isReference(schema, repair)) return schema;
  try {
    return targetIn(repair.raw, String(schema.$ref));
  } catch {
    return schema.$ref;
  }
}

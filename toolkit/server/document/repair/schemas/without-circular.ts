import type { Finding } from "../../findings/finding.ts";
import type { RawDocument } from "../../references.ts";
import {
  isObject,
  listIn,
  mapDocument,
  type Node,
  objectIn,
  type Place,
  pointerOf,
  visits,
} from "../../walk.ts";
import { targetOrNothing } from "../follow-reference.ts";

/**
 * Replaces references that make a schema a part of itself by keywords that apply to the same value: a validator would
 * follow them without end.
 */
export function withoutCircular(raw: RawDocument): { raw: RawDocument; notes: Finding[] } {
  const is30 = /^3\.0(\.|$)/.test(raw.openapi);
  const notes: Finding[] = [];
  const references: { node: Node; place: Place; keyword: string }[] = [];
  for (const { kind, node, place } of visits(raw)) {
    const keyword = kind === "schema" && typeof node.$ref === "string" ? keywordAt(place) : undefined;
    if (keyword !== undefined) references.push({ node, place, keyword });
  }
  /** What is read in place of each circular reference. */
  const instead = new Map<Node, Node>();
  const replacements = new Map<string, Node>();

  // An alternative that inherits from its union is common. Replacing the inheritance keeps the union as it is.
  for (const isInherited of [true, false]) {
    for (const { node, place, keyword } of references) {
      if ((keyword === "allOf") !== isInherited || !reaches(node, node)) continue;
      const isChoice = ["anyOf", "if", "not", "oneOf"].includes(keyword);
      const { $ref, ...beside } = node;
      const read = isInherited ? withoutWayBack(targetOf(node), node) : isChoice ? { not: {} } : {};
      const isAlone = Object.keys(beside).length === 0 || is30;
      instead.set(node, isAlone ? read : { allOf: [beside, read] });
      const pointer = pointerOf(place);
      replacements.set(pointer, instead.get(node) as Node);
      const how = isInherited
        ? "Keywords that lead back here are ignored"
        : `It is read as a schema that ${isChoice ? "no value fits" : "any value fits"}`;
      const message = `The reference ${$ref} makes this schema a part of itself, and checking a value would never end. ${how}. Refer to another schema.`;
      notes.push({ severity: "warning", pointer, message });
    }
  }
  if (replacements.size === 0) return { raw, notes };
  return { raw: mapDocument(raw, (node, _, place) => replacements.get(pointerOf(place)) ?? node), notes };

  /** Whether checking a value by one schema leads to another one with the same value. */
  function reaches(from: unknown, to: Node, seen = new Set<unknown>()): boolean {
    return sameValue(from).some((one) => {
      if (one === to) return true;
      if (seen.has(one)) return false;
      seen.add(one);
      return reaches(one, to, seen);
    });
  }

  function sameValue(given: unknown): unknown[] {
    const schema = isObject(given) ? (instead.get(given) ?? given) : {};
    const target = targetOf(schema);
    if (is30 && target !== undefined) return [target];
    const lists = [schema.allOf, schema.anyOf, schema.oneOf].flatMap(listIn);
    const others = [schema.not, schema.if, schema.then, schema.else];
    return [target, ...lists, ...Object.values(objectIn(schema.dependentSchemas)), ...others].filter(
      isObject,
    );
  }

  function targetOf({ $ref }: Node): unknown {
    return typeof $ref === "string" ? targetOrNothing(raw, $ref) : undefined;
  }

  /** A schema without the choices by which it reaches another one; what it requires beside them is kept. */
  function withoutWayBack(given: unknown, to: Node, above: unknown[] = []): Node {
    if (!isObject(given) || given === to || above.includes(given)) return {};
    const leadsBack = (one: unknown) => one === to || reaches(one, to);
    const inner = (one: unknown) => (leadsBack(one) ? withoutWayBack(one, to, [...above, given]) : one);
    const { $ref, allOf, discriminator, ...rest } = given;
    const target = targetOf(given);
    const parts = [
      ...(Array.isArray(allOf) ? allOf.map(inner) : []),
      ...(target === undefined ? [] : [leadsBack(target) ? inner(target) : { $ref }]),
    ];
    const kept = Object.entries(rest).filter(
      ([keyword, value]) => !choices.includes(keyword) || !sameValue({ [keyword]: value }).some(leadsBack),
    );
    const isWhole = kept.length === Object.keys(rest).length;
    return {
      ...Object.fromEntries(kept),
      ...(isWhole && discriminator !== undefined && { discriminator }),
      ...(parts.length > 0 && { allOf: parts }),
    };
  }
}

/** Keywords beside `allOf` whose schemas apply to the same value. */
const choices = ["anyOf", "dependentSchemas", "else", "if", "not", "oneOf", "then"];

/** The keyword that a schema belongs to, if the keyword applies to the same value. */
function keywordAt(place: Place): string | undefined {
  if (["else", "if", "not", "then"].includes(place?.key ?? "")) return place?.key;
  const list = place?.within?.key;
  return ["allOf", "anyOf", "oneOf"].includes(list ?? "") && /^\d+$/.test(place?.key ?? "")
    ? list
    : undefined;
}

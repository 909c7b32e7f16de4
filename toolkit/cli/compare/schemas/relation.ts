import type { Finding } from "@counterpart/server/findings";
import { getOrMake } from "@counterpart/server/values";
import type { BreakRule } from "../client-actions.ts";
import type { Direction, Piece } from "./piece.ts";
import type { Shape } from "./shape.ts";

/**
 * A comparison of two schemas: the second must accept everything that the first one accepts. For requests,
 * the first is the released one; for responses, the new one.
 */
export interface Relation {
  direction: Direction;
  /** Compares accepted values only, without allowing for evolution. */
  isStrict: boolean;
  /** The first schema, and the second. */
  sub: Shape;
  sup: Shape;
  /** The same two: the released schema, and the new one. */
  before: Shape;
  after: Shape;
  /** Compares nested schemas. @param words the path to them */
  within(sub: Piece[], sup: Piece[], words?: string[]): SchemaFinding[];
  /** Whether the second pieces accept everything that the first ones do, by values only. */
  isSubset(sub: Piece[], sup: Piece[]): boolean;
}

/** Why one schema refuses values that another accepts. A warning is allowed but may surprise. */
export interface SchemaFinding extends Finding {
  rule: BreakRule | "undecided";
  pointer: string;
  /** The path to the value: property names, and `items`. */
  words: string[];
  /** It is uncertain whether such a value exists; a counterexample decides. */
  isUndecided?: boolean;
}

/** The two sides in the order released, new. */
export function inOrder<T>(direction: Direction, sub: T, sup: T): [before: T, after: T] {
  return direction === "request" ? [sub, sup] : [sup, sub];
}

interface Options extends Partial<Pick<SchemaFinding, "isUndecided" | "pointer" | "severity" | "words">> {
  keyword?: string;
}

/** A finding about the two sides, located in the new document: at a keyword, if it is there. */
export function findingOf(
  { after }: Relation,
  rule: BreakRule,
  message: string,
  { keyword, ...options }: Options = {},
): SchemaFinding {
  return { severity: "error", rule, message, pointer: placeOf(after, keyword), words: [], ...options };
}

/** A keyword whose restriction changed; undefined means it is absent. */
export function keywordChanged(
  relation: Relation,
  name: string,
  [sub, sup]: [unknown, unknown],
  options: Options = {},
): SchemaFinding {
  const message = changeText(relation, name, sub, sup);
  return findingOf(relation, "schema-constraint-changed", message, { keyword: name, ...options });
}

/** The keywords for the least and the largest number of something. @param given what `sub` has at least */
export function compareCounts(
  relation: Relation,
  least: "minItems" | "minLength" | "minProperties",
  most: "maxItems" | "maxLength" | "maxProperties",
  given = relation.sub[least],
): SchemaFinding[] {
  const { sub, sup } = relation;
  const findings: SchemaFinding[] = [];
  if (given < sup[least])
    findings.push(keywordChanged(relation, least, [sub[least] || undefined, sup[least]]));
  if (sub[most] > sup[most]) findings.push(keywordChanged(relation, most, [sub[most], sup[most]]));
  return findings;
}

/** The pointer of a shape's keyword, or of the shape itself. */
function placeOf({ pieces }: Pick<Shape, "pieces">, keyword?: string): string {
  const has = pieces.find(
    ({ schema }) => typeof schema === "object" && keyword !== undefined && Object.hasOwn(schema, keyword),
  );
  return has ? `${has.pointer}/${keyword}` : (pieces[0]?.pointer ?? "#");
}

/** `` `maxLength` changed from 5 to 3. `` */
function changeText({ direction }: Relation, name: string, sub: unknown, sup: unknown): string {
  const [before, after] = inOrder(direction, sub, sup).map(valueText);
  if (before === undefined) return `\`${name}\` was added: ${after}.`;
  if (after === undefined) return `\`${name}\` was removed; it was ${before}.`;
  return `\`${name}\` changed from ${before} to ${after}.`;
}

function valueText(value: unknown): string | undefined {
  if (value === undefined || value === Infinity || value === -Infinity) return undefined;
  return shortened(JSON.stringify(value) ?? String(value));
}

export function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}

/** Nested shared schemas multiply the places of one change; those beyond this number become one place. */
const maxPlaces = 20;

/** Removes repeated findings: alternatives share the schemas beside them. Each place is kept. */
export function withoutRepeats(findings: SchemaFinding[]): SchemaFinding[] {
  const placesOf = new Map<string, Set<string>>();
  return findings.flatMap((finding) => {
    const change = JSON.stringify([finding.rule, finding.message, finding.pointer]);
    const places = getOrMake(placesOf, change, () => new Set<string>());
    const words = places.size < maxPlaces ? finding.words : ["further places"];
    const place = words.join(", ");
    if (places.has(place)) return [];
    places.add(place);
    return [{ ...finding, words }];
  });
}

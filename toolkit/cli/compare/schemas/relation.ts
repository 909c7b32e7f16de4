import type { BreakRule } from "../client-actions.ts";
import type { Direction, Piece } from "./piece.ts";
import type { SchemaFinding } from "./schema-finding.ts";
import type { Shape } from "./shape.ts";

/**
 * A comparison of two schemas: the second must accept everything that the first one accepts. For requests,
 * the first is the released one; for responses, the new one.
 */
export interface Relation {
  direction: Direction;
  /** Compares accepted values only, without allowing for evolution. */
  isStrict: boolean;
  /** Compares nested schemas. @param words the path to them */
  within(sub: Piece[], sup: Piece[], words?: string[]): SchemaFinding[];
  /** Whether the second pieces accept everything that the first ones do, by values only. */
  isSubset(sub: Piece[], sup: Piece[]): boolean;
}

/** The two sides in the order released, new. */
export function inOrder<T>(
  { direction }: Pick<Relation, "direction">,
  sub: T,
  sup: T,
): [before: T, after: T] {
  return direction === "request" ? [sub, sup] : [sup, sub];
}

interface Options extends Pick<SchemaFinding, "isUndecided"> {
  keyword?: string;
  severity?: "error" | "warning";
}

/** A finding about two shapes, located in the new document. */
export function findingOf(
  relation: Relation,
  [sub, sup]: [Shape, Shape],
  rule: BreakRule,
  message: string,
  { keyword, severity = "error", isUndecided = false }: Options = {},
): SchemaFinding {
  const pointer = placeOf(inOrder(relation, sub, sup)[1], keyword);
  return { severity, rule, message, pointer, words: [], isUndecided };
}

/** A keyword whose restriction changed; undefined means it is absent. */
export function keywordChanged(
  relation: Relation,
  shapes: [Shape, Shape],
  name: string,
  [sub, sup]: [unknown, unknown],
  { keyword = name, ...options }: Options = {},
): SchemaFinding {
  const message = changeText(relation, name, sub, sup);
  return findingOf(relation, shapes, "schema-constraint-changed", message, { keyword, ...options });
}

/** The pointer of a shape's keyword, or of the shape itself. */
export function placeOf({ pieces }: Pick<Shape, "pieces">, keyword?: string): string {
  const has = pieces.find(
    ({ schema }) => typeof schema === "object" && keyword !== undefined && Object.hasOwn(schema, keyword),
  );
  if (has && keyword !== undefined) return `${has.pointer}/${keyword}`;
  return pieces[0]?.pointer ?? "#";
}

/** `` `maxLength` changed from 5 to 3. `` */
function changeText(relation: Relation, name: string, sub: unknown, sup: unknown): string {
  const [before, after] = inOrder(relation, sub, sup).map(valueText);
  if (before === undefined) return `\`${name}\` was added: ${after}.`;
  if (after === undefined) return `\`${name}\` was removed; it was ${before}.`;
  return `\`${name}\` changed from ${before} to ${after}.`;
}

function valueText(value: unknown): string | undefined {
  if (value === undefined || value === Infinity || value === -Infinity) return undefined;
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}

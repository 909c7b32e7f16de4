import type { Direction, Piece } from "./piece.ts";
import type { SchemaFinding } from "./schema-finding.ts";
import type { Shape } from "./shape.ts";

/**
 * How two schemas are held against each other: all that the first one accepts, the second one must accept. Of a request,
 * the first is the released one; of a response, the new one.
 */
export interface Relation {
  direction: Direction;
  /** Whether values alone count, and no evolution is allowed. */
  isStrict: boolean;
  /** Compares what is inside. @param words lead there */
  within(sub: Piece[], sup: Piece[], words?: string[]): SchemaFinding[];
  /** Whether all that the first pieces accept is accepted by the second ones, by values alone. */
  isSubset(sub: Piece[], sup: Piece[]): boolean;
}

/** The two sides as the released and the new one. */
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
  rule: string,
  message: string,
  { keyword, severity = "error", isUndecided = false }: Options = {},
): SchemaFinding {
  const pointer = placeOf(inOrder(relation, sub, sup)[1], keyword);
  return { severity, rule, message, pointer, words: [], isUndecided };
}

/** A keyword that restricts values otherwise than before; undefined is none. */
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

/** Where a shape has a keyword, or else where it begins. */
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

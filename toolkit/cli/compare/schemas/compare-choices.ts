import { once } from "@counterpart/testing/samples";
import { acceptor } from "./acceptor.ts";
import { type Alternative, alternativesOf, tagged } from "./alternatives.ts";
import { areDisjoint } from "./are-disjoint.ts";
import { type Piece, pieceOf } from "./piece.ts";
import { findingOf, type Relation } from "./relation.ts";
import type { SchemaFinding } from "./schema-finding.ts";
import { type Choice, type Shape, shapeOf } from "./shape.ts";

/**
 * `anyOf`, `oneOf`, `if`: an alternative of the wider side must cover each alternative of the narrower side.
 */
export function compareChoices(
  relation: Relation,
  [subPieces, supPieces]: [Piece[], Piece[]],
  [sub, sup]: [Shape, Shape],
): SchemaFinding[] {
  const [narrow, wide] = [alternativesOf(subPieces), alternativesOf(supPieces)];
  if (!narrow || !wide) return [unclear(relation, [sub, sup], "There are too many alternatives to compare.")];
  const isAccepted = once(() => acceptor(supPieces, relation.direction));
  const covered = narrow.flatMap((one): SchemaFinding[] => {
    if (areDisjoint(one.pieces, one.pieces)) return [];
    const best = cover(relation, one, wide);
    if (best?.length === 0) return [];
    // Listed values are checked one by one, because they may be spread over several alternatives.
    if (shapeOf(one.pieces).values?.every(isAccepted())) return [];
    return best ?? uncovered(relation, one, wide, [sub, sup]);
  });
  return [...covered, ...compareExclusion(relation, [narrow, wide], [sub, sup])];
}

/** The warnings from covering an alternative; undefined if none covers it. */
function cover(relation: Relation, one: Alternative, wide: Alternative[]): SchemaFinding[] | undefined {
  let best: SchemaFinding[] | undefined;
  for (const other of byLikeness(one, wide)) {
    if (areDisjoint(one.pieces, other.pieces)) continue;
    const findings = relation.within(one.pieces, other.pieces);
    if (findings.length === 0) return findings;
    if (findings.every(({ severity }) => severity === "warning")) best ??= findings;
  }
  if (best) return best;
  const parts = split(one.pieces, wide[0]?.pieces[0]);
  if (parts.length === 0) return [];
  if (parts.length < 2) return undefined;
  const covered = parts.map((pieces) => cover(relation, { ...one, pieces }, wide));
  return covered.includes(undefined) ? undefined : covered.flat().filter((finding) => finding !== undefined);
}

/** Alternatives of the same name come first, since they usually match. */
function byLikeness(one: Alternative, wide: Alternative[]): Alternative[] {
  return [...wide.filter(({ name }) => name === one.name), ...wide.filter(({ name }) => name !== one.name)];
}

const typeNames = ["array", "boolean", "null", "object", "string"] as const;
const ofType = Object.fromEntries([...typeNames, "number"].map((type) => [type, { type }]));

/** Splits pieces that accept several types into one list per type. */
function split(pieces: Piece[], other: Piece | undefined): Piece[][] {
  const { types } = shapeOf(pieces);
  const { pointer, document } = pieces[0] ?? other ?? {};
  if (pointer === undefined || document === undefined) return [pieces];
  const present: string[] = typeNames.filter((type) => types.has(type));
  if (types.has("integer") || types.has("fraction")) present.push("number");
  return present.map((type) => [...pieces, pieceOf(ofType[type], pointer, document)]);
}

function uncovered(
  relation: Relation,
  one: Alternative,
  wide: Alternative[],
  shapes: [Shape, Shape],
): SchemaFinding[] {
  const like = wide.filter((other) => !areDisjoint(one.pieces, other.pieces));
  const [partner] = byLikeness(one, like);
  if (!partner) {
    const [only, ...others] = wide;
    const isPlain = one.branches.length === 0 && others.length === 0;
    if (only && isPlain) return relation.within(one.pieces, only.pieces);
    const types = new Set(wide.flatMap(({ pieces }) => [...shapeOf(pieces).types]));
    return [added(relation, shapes, one, ![...shapeOf(one.pieces).types].some((type) => types.has(type)))];
  }
  const findings = relation.within(one.pieces, partner.pieces);
  // No other alternative could accept any of these values, so they are certainly refused.
  const isCertain = like.length === 1 || partner.name === one.name;
  return findings.map((finding) =>
    isCertain || finding.severity === "warning" ? finding : { ...finding, isUndecided: true },
  );
}

function added(
  relation: Relation,
  shapes: [Shape, Shape],
  one: Alternative,
  isOther: boolean,
): SchemaFinding {
  const last = one.name.split(" ").at(-1) ?? "";
  const name = last.includes("/") ? ` ${last.slice(last.lastIndexOf("/") + 1)}` : "";
  const message =
    relation.direction === "request"
      ? `The alternative${name} was removed.`
      : `An alternative${name} was added.`;
  return findingOf(relation, shapes, isOther ? "schema-type-changed" : "schema-combinator-changed", message);
}

function unclear(relation: Relation, shapes: [Shape, Shape], message: string): SchemaFinding {
  return findingOf(relation, shapes, "schema-combinator-changed", message, { isUndecided: true });
}

/** A `oneOf` refuses values that fit two alternatives, which comparing them one by one doesn't show. */
function compareExclusion(
  relation: Relation,
  [narrow, wide]: [Alternative[], Alternative[]],
  shapes: [Shape, Shape],
): SchemaFinding[] {
  const exclusive = new Set(wide.flatMap(({ branches }) => branches.map(({ choice }) => choice)));
  const clashing = [...exclusive].filter(
    (choice) => choice.keyword === "oneOf" && !excludesAlready(relation, choice, narrow),
  );
  if (clashing.length === 0) return [];
  return [unclear(relation, shapes, "A value that fits two of the alternatives is refused.")];
}

function excludesAlready(
  relation: Relation,
  { branches, ...choice }: Choice,
  narrow: Alternative[],
): boolean {
  const pieces = branches.map((branch) => tagged({ branches, ...choice }, branch));
  const clash = pieces.flatMap((one, index) =>
    pieces.slice(index + 1).flatMap((other) => (areDisjoint(one, other) ? [] : [[one, other] as const])),
  );
  if (clash.length === 0) return true;
  const own = new Set(narrow.flatMap(({ branches: taken }) => taken.map((one) => one.choice)));
  const known = [...own].filter(({ keyword }) => keyword === "oneOf");
  const isSame = ({ branches: others }: Choice) => others.length === branches.length;
  if (
    known.some((one) => isSame(one) && pieces.every((given, index) => isWithin(relation, given, one, index)))
  )
    return true;
  // The narrow side must also refuse the overlap of two alternatives, by a `oneOf` of wider alternatives.
  return clash.every(
    ([one, other]) =>
      known.some((candidate) => {
        const wider = (given: Piece[]) =>
          candidate.branches.filter((branch) => relation.isSubset(given, tagged(candidate, branch)));
        const [first, second] = [wider(one), wider(other)];
        return first.some((branch) => second.some((another) => another !== branch));
      }) || narrow.every(({ pieces: taken }) => areDisjoint(taken, one) || areDisjoint(taken, other)),
  );
}

function isWithin(relation: Relation, given: Piece[], choice: Choice, index: number): boolean {
  const branch = choice.branches[index];
  return branch !== undefined && relation.isSubset(given, tagged(choice, branch));
}

import { resolve, type Schema } from "@counterpart/server/document";
import { discriminatorTags, type Tag, taggedSchema } from "@counterpart/server/schemas";
import { getOrMake } from "@counterpart/server/values";
import { once } from "@counterpart/testing/samples";
import { acceptor } from "./acceptor.ts";
import { areDisjoint } from "./are-disjoint.ts";
import { type Piece, pieceOf } from "./piece.ts";
import { findingOf, type Relation, type SchemaFinding } from "./relation.ts";
import { type Choice, shapeOf } from "./shape.ts";

/**
 * `anyOf`, `oneOf`, `if`: an alternative of the wider side must cover each alternative of the narrower side.
 */
export function compareChoices(
  relation: Relation,
  [subPieces, supPieces]: [Piece[], Piece[]],
): SchemaFinding[] {
  const [narrow, wide] = [alternativesOf(subPieces), alternativesOf(supPieces)];
  if (!narrow || !wide) return [unclear(relation, "There are too many alternatives to compare.")];
  const isAccepted = once(() => acceptor(supPieces, relation.direction));
  const covered = narrow.flatMap((one): SchemaFinding[] => {
    if (areDisjoint(one.pieces, one.pieces)) return [];
    const best = cover(relation, one, wide);
    if (best?.length === 0) return [];
    // Listed values are checked one by one, because they may be spread over several alternatives.
    if (shapeOf(one.pieces).values?.every(isAccepted())) return [];
    return best ?? uncovered(relation, one, wide);
  });
  return [...covered, ...compareExclusion(relation, narrow, wide)];
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

function uncovered(relation: Relation, one: Alternative, wide: Alternative[]): SchemaFinding[] {
  const like = wide.filter((other) => !areDisjoint(one.pieces, other.pieces));
  const [partner] = byLikeness(one, like);
  if (!partner) {
    const [only, ...others] = wide;
    const isPlain = one.branches.length === 0 && others.length === 0;
    if (only && isPlain) return relation.within(one.pieces, only.pieces);
    const types = new Set(wide.flatMap(({ pieces }) => [...shapeOf(pieces).types]));
    return [added(relation, one, ![...shapeOf(one.pieces).types].some((type) => types.has(type)))];
  }
  const findings = relation.within(one.pieces, partner.pieces);
  // No other alternative could accept any of these values, so they are certainly refused.
  const isCertain = like.length === 1 || partner.name === one.name;
  return findings.map((finding) =>
    isCertain || finding.severity === "warning" ? finding : { ...finding, isUndecided: true },
  );
}

function added(relation: Relation, one: Alternative, isOther: boolean): SchemaFinding {
  const last = one.name.split(" ").at(-1) ?? "";
  const name = last.includes("/") ? ` ${last.slice(last.lastIndexOf("/") + 1)}` : "";
  const message =
    relation.direction === "request"
      ? `The alternative${name} was removed.`
      : `An alternative${name} was added.`;
  return findingOf(relation, isOther ? "schema-type-changed" : "schema-combinator-changed", message);
}

function unclear(relation: Relation, message: string): SchemaFinding {
  return findingOf(relation, "schema-combinator-changed", message, { isUndecided: true });
}

/** A `oneOf` refuses values that fit two alternatives, which comparing them one by one doesn't show. */
function compareExclusion(relation: Relation, narrow: Alternative[], wide: Alternative[]): SchemaFinding[] {
  const exclusive = new Set(wide.flatMap(({ branches }) => branches.map(({ choice }) => choice)));
  const clashing = [...exclusive].filter(
    (choice) => choice.keyword === "oneOf" && !excludesAlready(relation, choice, narrow),
  );
  if (clashing.length === 0) return [];
  return [unclear(relation, "A value that fits two of the alternatives is refused.")];
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

/** One way for a value to fit pieces that have alternatives. */
interface Alternative {
  /** The pieces without their alternatives. */
  pieces: Piece[];
  /** The branch taken of each choice, in order. */
  branches: { choice: Choice; index: number }[];
  /** The names of its branches. */
  name: string;
}

/** The limit on compared alternatives. */
const maxAlternatives = 300;

/** All ways for a value to fit; undefined if there are too many, or infinitely many. */
function alternativesOf(pieces: Piece[], depth = 0): Alternative[] | undefined {
  const { choices } = shapeOf(pieces);
  if (choices.length === 0) return [{ pieces, branches: [], name: "" }];
  if (depth > 8) return undefined;
  const beside = pieces.map((piece): Piece => ({ ...piece, withoutChoices: true }));
  let combined: Alternative[] = [{ pieces: beside, branches: [], name: "" }];
  for (const choice of choices) {
    const branches = choice.branches.map((branch, index) => ({
      pieces: tagged(choice, branch),
      index,
      branch,
    }));
    if (combined.length * branches.length > maxAlternatives) return undefined;
    combined = combined.flatMap((one) =>
      branches.map(({ pieces: more, index, branch }) => ({
        pieces: [...one.pieces, ...more],
        branches: [...one.branches, { choice, index }],
        name: `${one.name} ${nameOf(branch, index)}`,
      })),
    );
  }
  const all: Alternative[] = [];
  for (const one of combined) {
    const nested = alternativesOf(one.pieces, depth + 1);
    if (!nested || all.length + nested.length > maxAlternatives) return undefined;
    all.push(
      ...nested.map((inner) => ({
        pieces: inner.pieces,
        branches: [...one.branches, ...inner.branches],
        name: `${one.name}${inner.name}`,
      })),
    );
  }
  return all;
}

function nameOf({ schema }: Piece, index: number): string {
  const { $ref, title } = Object(schema);
  return String($ref ?? title ?? index);
}

/** An alternative with its implied discriminator values, unless its schema lists values itself. */
function tagged(choice: Choice, branch: Piece): Piece[] {
  const tag = tagOf(choice, branch);
  if (!tag || tag.listed) return [branch];
  return [branch, pieceOf(remembered(branch, taggedSchema(tag)), branch.pointer, branch.document)];
}

function tagOf({ discriminator, branches }: Choice, branch: Piece): Tag | undefined {
  if (!discriminator) return undefined;
  const union = { oneOf: branches.map(({ schema }) => schema), discriminator };
  const found = discriminatorTags((one) => resolve<Schema>(branch.document, one), union);
  return found?.tags[branches.indexOf(branch)];
}

const tags = new WeakMap<object, object>();

/** Returns the same object each time, because pieces are identified by their schema objects. */
function remembered({ schema }: Piece, tag: object): object {
  return typeof schema === "boolean" ? tag : getOrMake(tags, schema, () => tag);
}

import { isDeepStrictEqual } from "node:util";
import type { BreakRule } from "../client-actions.ts";
import { areDisjoint } from "./are-disjoint.ts";
import { compareArrays } from "./compare-arrays.ts";
import { compareChoices } from "./compare-choices.ts";
import { compareNumbers } from "./compare-numbers.ts";
import { compareObjects } from "./compare-objects.ts";
import { compareTexts } from "./compare-texts.ts";
import { compareTypes, compareValues } from "./compare-values.ts";
import { counterexample } from "./counterexample.ts";
import { tagsOfExtensions } from "./implied-tags.ts";
import { type Direction, flattened, identityOf, type Piece } from "./piece.ts";
import {
  inOrder,
  keywordChanged,
  type Relation,
  type SchemaFinding,
  shortened,
  withoutRepeats,
} from "./relation.ts";
import { type Shape, shapeOf } from "./shape.ts";
import type { Unchanged } from "./unchanged.ts";

/**
 * Compares the values that a schema of the released document accepts or describes with those of the new one.
 */
export type CompareSchemas = (before: Piece, after: Piece) => SchemaFinding[];

/** The limit on compared pairs; beyond it, the rest of the document is undecided. */
const maxPairs = 200_000;

/**
 * Compares schemas keyword by keyword: requests must not accept less than before, and responses must not
 * contain more. An undecided pair becomes a break if a counterexample is found, and otherwise a warning.
 */
export function createCompareSchemas(
  direction: Direction,
  { isUnchanged }: Pick<Unchanged, "isUnchanged">,
): CompareSchemas {
  const known = new Map<string, SchemaFinding[]>();
  /** Pairs being compared, outermost first. A recursive pair is assumed to fit. */
  const open = new Map<string, number>();
  /** The depth of the outermost pair that was assumed to fit. */
  let outermost = Infinity;
  let pairs = 0;

  function isSame(one: Piece, other: Piece | undefined): boolean {
    const { schema, document, withoutChoices } = other ?? {};
    return (
      one.document !== document && one.withoutChoices === withoutChoices && isUnchanged(one.schema, schema)
    );
  }

  function relate(sub: Piece[], sup: Piece[], isStrict: boolean): SchemaFinding[] {
    if (sub.length === sup.length && sub.every((piece, n) => isSame(piece, sup[n]))) return [];
    const key = `${isStrict} ${meaningOf(sub)} < ${meaningOf(sup)}`;
    const done = known.get(key);
    if (done) return done;
    const assumed = open.get(key);
    if (assumed !== undefined) {
      outermost = Math.min(outermost, assumed);
      return [];
    }
    const depth = open.size;
    const outside = outermost;
    outermost = Infinity;
    open.set(key, depth);
    const found = decide(sub, sup, isStrict);
    const findings = isStrict ? decisive(found) : withoutRepeats(found);
    open.delete(key);
    // A result that relies on an assumption about an enclosing pair isn't final.
    if (outermost >= depth) {
      known.set(key, findings);
      outermost = outside;
    } else outermost = Math.min(outermost, outside);
    return findings;
  }

  function decide(sub: Piece[], sup: Piece[], isStrict: boolean): SchemaFinding[] {
    const [one, other] = [shapeOf(sub), shapeOf(sup)];
    const [before, after] = inOrder(direction, one, other);
    const relation: Relation = {
      direction,
      isStrict,
      sub: one,
      sup: other,
      before,
      after,
      within: (inner, outer, words = []) =>
        relate(inner, outer, isStrict).map((finding) => ({
          ...finding,
          words: [...words, ...finding.words],
        })),
      isSubset: (inner, outer) => relate(inner, outer, true).length === 0,
    };
    if (one.types.size === 0) return [];
    if (pairs++ > maxPairs) return [tooMany(after)];
    const found =
      one.choices.length + other.choices.length > 0
        ? compareChoices(relation, [sub, sup])
        : compareShapes(relation);
    return isStrict ? found : decided([...found, ...compareMarks(relation)], sub, sup);
  }

  /** Searches for a counterexample only outside of chosen alternatives, where all alternatives count. */
  function decided(findings: SchemaFinding[], sub: Piece[], sup: Piece[]): SchemaFinding[] {
    if (sub.concat(sup).some(({ withoutChoices }) => withoutChoices)) return findings;
    if (!findings.some(({ isUndecided }) => isUndecided)) return findings;
    const example = counterexample(sub, sup, direction);
    return findings.map((finding) =>
      finding.isUndecided
        ? { ...finding, ...(example ? isBreak(finding, example.value) : isUnclear(finding)) }
        : finding,
    );
  }

  return (before, after) => relate(...inOrder(direction, [before], [after]), false);
}

/** A strict comparison asks only whether anything is refused or is a warning. Nesting would multiply its findings. */
function decisive(findings: SchemaFinding[]): SchemaFinding[] {
  const worst = findings.find(({ severity }) => severity === "error") ?? findings[0];
  return worst ? [worst] : [];
}

/** A schema and a reference to it are the same, so that a recursive schema ends at its first repetition. */
function meaningOf(pieces: Piece[]): string {
  return identityOf(flattened(pieces)) || identityOf(pieces);
}

function isBreak({ message }: SchemaFinding, value: unknown): Partial<SchemaFinding> {
  const example = shortened(JSON.stringify(value));
  return { isUndecided: false, message: `${message} An example of what no longer fits: ${example}` };
}

function isUnclear({ message }: SchemaFinding): Partial<SchemaFinding> {
  const note = "It couldn't be decided whether that breaks clients; no value was found that does.";
  return { isUndecided: false, severity: "warning", rule: "undecided", message: `${message} ${note}` };
}

function tooMany({ pieces }: Shape): SchemaFinding {
  const message = "The documents are too different to compare everything.";
  const pointer = pieces[0]?.pointer ?? "#";
  return { severity: "warning", rule: "undecided", message, pointer, words: [] };
}

/** Compares shapes without alternatives, keyword by keyword. */
function compareShapes(relation: Relation): SchemaFinding[] {
  const { sub, sup } = relation;
  const types = compareTypes(relation);
  // With no type in common, there is nothing else to compare.
  if (types.length > 0 && ![...sub.types].some((type) => sup.types.has(type))) return types;
  const values = compareValues(relation);
  if (sub.values || sup.values) return [...types, ...values];
  return [
    ...types,
    ...compareNumbers(relation),
    ...compareTexts(relation),
    ...compareArrays(relation),
    ...compareObjects(relation),
    ...compareNegations(relation),
    ...compareOtherKeywords(relation),
  ];
}

/** Compares `not` in reverse: the narrow side must exclude what the wide side excludes. */
function compareNegations(relation: Relation): SchemaFinding[] {
  const { sub, sup } = relation;
  return sup.nots.flatMap((not) => {
    if (sub.nots.some((one) => relation.isSubset([not], [one]))) return [];
    if (areDisjoint(sub.pieces, [not])) return [];
    const change: [unknown, unknown] = [sub.nots[0]?.schema, not.schema];
    return [keywordChanged(relation, "not", change, { isUndecided: true })];
  });
}

/** Unsupported keywords are either equal or can't be compared. */
function compareOtherKeywords(relation: Relation): SchemaFinding[] {
  const { sub, sup } = relation;
  return [...sup.others].flatMap(([keyword, values]) => {
    const known = sub.others.get(keyword) ?? [];
    if (values.every((value) => known.some((one) => isDeepStrictEqual(one, value)))) return [];
    return [keywordChanged(relation, keyword, [known[0], values[0]], { isUndecided: true })];
  });
}

/** Compares keywords that change what values mean, and not which are accepted. */
function compareMarks({ direction, before, after }: Relation): SchemaFinding[] {
  const find = ({ pieces }: Shape, keyword: string) =>
    pieces.find(({ schema }) => Object(schema)[keyword] !== undefined);
  const written = (shape: Shape, keyword: string) => Object(find(shape, keyword)?.schema)[keyword];
  const at = (keyword: string) => (find(after, keyword) ?? after.pieces[0])?.pointer ?? "#";
  const findings: SchemaFinding[] = [];
  const breaks = (rule: BreakRule, keyword: string, message: string) =>
    findings.push({ severity: "error", rule, message, pointer: at(keyword), words: [] });
  const [was, is] = [written(before, "default"), written(after, "default")];
  if (was !== undefined && !isDeepStrictEqual(was, is)) {
    const message = `The default went from ${JSON.stringify(was)} to ${JSON.stringify(is) ?? "none"}; requests and answers without the value have another meaning now.`;
    breaks("default-changed", "default", message);
  }
  const [former, latter] = [written(before, "discriminator"), written(after, "discriminator")];
  if (former?.propertyName !== undefined && former.propertyName !== latter?.propertyName) {
    breaks("discriminator-changed", "discriminator", "The discriminator's property changed.");
  }
  // A renamed component's tag is replaced by another one; a response may also lose a tag without replacement.
  const tags = (shape: Shape) => shape.pieces.flatMap(tagsOfExtensions);
  const [had, has] = [tags(before), tags(after)];
  const lost = had.filter((tag) => !has.includes(tag));
  const isRename = direction === "request" || has.some((tag) => !had.includes(tag));
  if (lost.length > 0 && isRename) {
    const names = lost.map((tag) => `\`${tag}\``).join(", ");
    const message = `${names} of \`${former?.propertyName}\` named a component that was renamed or removed.`;
    breaks("discriminator-changed", "discriminator", message);
  }
  return findings;
}

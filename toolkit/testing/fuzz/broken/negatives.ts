import type { Schema } from "@counterpart/server/document";
import fc, { type Arbitrary } from "fast-check";
import { ifReachable, satisfying } from "../../samples/values/arbitraries.ts";
import type { Compiler } from "../../samples/values/compiler.ts";
import { once } from "../../samples/values/once.ts";
import { arrayCandidates } from "./broken-arrays.ts";
import { choiceCandidates } from "./broken-choices.ts";
import { objectCandidates } from "./broken-objects.ts";
import { numberCandidates, textCandidates, typeCandidates } from "./broken-scalars.ts";
import { type Broken, brokenKeyword, type Candidate, type Spot } from "./candidate.ts";

/** One way to violate a schema. */
export interface Negative {
  keyword: string;
  // As in `/lines/*/quantity`; empty for the root value.
  at: string;
  arbitrary: Arbitrary<Broken>;
}

/**
 * Every way to violate exactly one keyword. Each pair is validated, also after shrinking: `valid` is valid,
 * and `broken` violates only this keyword.
 * @param read converts a value to what the server reads: in a query, `5` is a number if the schema expects
 * one
 */
export function negatives(...given: Parameters<typeof waysToBreak>) {
  const reached: Negative[] = [];
  /** Keywords that can't be violated alone, such as a bound that another one implies. */
  const unreached: { keyword: string; at: string }[] = [];
  for (const { keyword, at, arbitrary } of waysToBreak(...given)) {
    const exact = ifReachable(arbitrary);
    if (exact) reached.push({ keyword, at, arbitrary: exact });
    else unreached.push({ keyword, at });
  }
  return { reached, unreached };
}

/** Like `negatives`, but built on first use; throws Unreachable if the keyword can't be violated alone. */
export function waysToBreak(
  compiler: Compiler,
  schema: Schema,
  read: (value: unknown) => unknown = (value) => value,
  canBeSent: (value: unknown) => boolean = () => true,
): Candidate[] {
  const isValid = (value: unknown) => canBeSent(value) && compiler.isValid(schema, read(value));
  // Without any valid value, no value has exactly one fault. Checking that once is enough.
  const requireValid = once(() => satisfying(compiler.values(schema), isValid, "a valid value"));
  return candidatesOf(compiler, schema).map(({ keyword, at, arbitrary }) => {
    const breaksOnlyThat = ({ valid, broken }: Broken) =>
      canBeSent(broken) &&
      compiler.isValid(schema, read(valid)) &&
      brokenKeyword(compiler.faults(schema, read(broken))) === keyword;
    const breaking = () => {
      requireValid();
      return satisfying(arbitrary(), breaksOnlyThat, `${at} ${keyword}`);
    };
    return { keyword, at, arbitrary: breaking };
  });
}

/** Deeper schemas aren't violated: a recursive schema would have infinitely many candidates. */
const maxDepth = 5;

/** The limit on candidates: even within five levels, schemas that refer to each other have millions. */
const maxCandidates = 300;

/** Finds candidates as deep as the limit allows. */
function candidatesOf(compiler: Compiler, schema: Schema): Candidate[] {
  let candidates: Candidate[] = [];
  for (let depth = 0; depth <= maxDepth; depth++) {
    const found = candidatesWithin(compiler, depth)(schema, "", 0);
    if (depth > 0 && found.length > maxCandidates) break;
    candidates = found;
  }
  return candidates;
}

const finders = [
  ...[typeCandidates, numberCandidates, textCandidates],
  ...[arrayCandidates, objectCandidates, choiceCandidates],
];

function candidatesWithin(compiler: Compiler, deepest: number) {
  const candidates = (schema: Schema, at: string, depth: number): Candidate[] => {
    if (depth > deepest) return [];
    const whole = () => compiler.values(schema, { depth });
    const spot: Spot = {
      ...{ compiler, schema, at, depth, whole },
      flat: compiler.flat(schema),
      unrelated: (keyword, broken) => ({
        keyword,
        at,
        arbitrary: () => fc.record({ valid: whole(), broken: broken() }, { noNullPrototype: true }),
      }),
      inside: (part, place) => candidates(part, place, depth + 1),
    };
    return finders.flatMap((find) => find(spot));
  };
  return candidates;
}

import type { Schema } from "@counterpart/server/document/document";
import fc, { type Arbitrary } from "fast-check";
import type { Compiler } from "../../samples/values/compiler.ts";
import { arrayCandidates } from "./broken-arrays.ts";
import { choiceCandidates } from "./broken-choices.ts";
import { objectCandidates } from "./broken-objects.ts";
import { numberCandidates, textCandidates, typeCandidates } from "./broken-scalars.ts";
import type { Candidate, FindCandidates } from "./candidate.ts";

/** Deeper schemas aren't violated: a recursive schema would have infinitely many candidates. */
const maxDepth = 5;

/** The limit on candidates: even within five levels, schemas that refer to each other have millions. */
const maxCandidates = 300;

/** Finds candidates as deep as the limit allows. */
export function candidatesOf(compiler: Compiler, schema: Schema): Candidate[] {
  let candidates: Candidate[] = [];
  for (let depth = 0; depth <= maxDepth; depth++) {
    const found = findWithin(depth)(compiler, schema, "", 0);
    if (depth > 0 && found.length > maxCandidates) break;
    candidates = found;
  }
  return candidates;
}

function findWithin(deepest: number): FindCandidates {
  const candidates: FindCandidates = (compiler, schema, at, depth) => {
    if (depth > deepest) return [];
    const flat = compiler.flat(schema);
    const whole = () => compiler.values(schema, { depth });
    const unrelated = (keyword: string, broken: () => Arbitrary<unknown>): Candidate => ({
      keyword,
      at,
      arbitrary: () => fc.record({ valid: whole(), broken: broken() }, { noNullPrototype: true }),
    });
    return [
      ...typeCandidates(flat, unrelated, whole),
      ...numberCandidates(flat, unrelated),
      ...textCandidates(compiler, flat, unrelated),
      ...arrayCandidates(compiler, schema, flat, at, depth, candidates),
      ...objectCandidates(compiler, schema, flat, at, depth, candidates),
      ...choiceCandidates(compiler, flat, at, depth, unrelated, candidates),
    ];
  };
  return candidates;
}

import fc, { type Arbitrary } from "fast-check";
import type { Schema } from "../../document/document.ts";
import { arrayCandidates } from "../broken/broken-arrays.ts";
import { choiceCandidates } from "../broken/broken-choices.ts";
import { objectCandidates } from "../broken/broken-objects.ts";
import { numberCandidates, textCandidates, typeCandidates } from "../broken/broken-scalars.ts";
import type { Broken } from "../broken/negatives.ts";
import type { JsonType } from "./flat.ts";
import type { Compiler } from "./values.ts";

/** Deeper than this nothing is broken: a schema that refers to itself would have no end of ways. */
const deepest = 5;

export interface Candidate {
  keyword: string;
  at: string;
  arbitrary: () => Arbitrary<Broken>;
}

export function candidates(compiler: Compiler, schema: Schema, at: string, depth: number): Candidate[] {
  if (depth > deepest) return [];
  const flat = compiler.flat(schema);
  const whole = () => compiler.values(schema, { depth });
  const unrelated = (keyword: string, broken: () => Arbitrary<unknown>): Candidate => ({
    keyword,
    at,
    arbitrary: () => fc.record({ valid: whole(), broken: broken() }, { noNullPrototype: true }),
  });
  return [
    ...typeCandidates(flat, unrelated),
    ...numberCandidates(flat, unrelated),
    ...textCandidates(compiler, flat, unrelated),
    ...arrayCandidates(compiler, schema, flat, at, depth),
    ...objectCandidates(compiler, schema, flat, at, depth),
    ...choiceCandidates(compiler, flat, at, depth, unrelated),
  ];
}

/** Of a value that has nothing to do with the valid one. */
export type Unrelated = (keyword: string, broken: () => Arbitrary<unknown>) => Candidate;

/** The schema itself where it allows nothing else anyway, which spares making it again. */
export function narrowed(schema: Schema, types: JsonType[], to: Schema): Schema {
  return types.length === 1 && Object.keys(to).length === 1 ? schema : { allOf: [schema, to] };
}

import type { Arbitrary } from "fast-check";
import type { Schema } from "../../document/document.ts";
import type { Compiler } from "../../samples/values/compiler.ts";
import type { JsonType } from "../../samples/values/flat.ts";

/** A valid value, and the same with one keyword of its schema broken. */
export interface Broken {
  valid: unknown;
  broken: unknown;
}

export interface Candidate {
  keyword: string;
  at: string;
  arbitrary: () => Arbitrary<Broken>;
}

/** The ways to break a schema; given to those that look into a schema's parts. */
export type FindCandidates = (compiler: Compiler, schema: Schema, at: string, depth: number) => Candidate[];

/** Of a value that has nothing to do with the valid one. */
export type Unrelated = (keyword: string, broken: () => Arbitrary<unknown>) => Candidate;

/** The schema itself where it allows nothing else anyway, which spares making it again. */
export function narrowed(schema: Schema, types: JsonType[], to: Schema): Schema {
  return types.length === 1 && Object.keys(to).length === 1 ? schema : { allOf: [schema, to] };
}

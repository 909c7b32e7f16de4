import type { Schema } from "@counterpart/server/document/document";
import type { Arbitrary } from "fast-check";
import type { Compiler } from "../../samples/values/compiler.ts";
import type { JsonType } from "../../samples/values/flat.ts";

/** A valid value, and a variant of it that violates one keyword of its schema. */
export interface Broken {
  valid: unknown;
  broken: unknown;
}

export interface Candidate {
  keyword: string;
  at: string;
  arbitrary: () => Arbitrary<Broken>;
}

/** Finds the candidates of a schema. It is passed as an argument to recurse into subschemas. */
export type FindCandidates = (compiler: Compiler, schema: Schema, at: string, depth: number) => Candidate[];

/** A candidate whose two values are unrelated. */
export type Unrelated = (keyword: string, broken: () => Arbitrary<unknown>) => Candidate;

/** Returns the schema itself if it is narrow enough already, to avoid compiling it again. */
export function narrowed(schema: Schema, types: JsonType[], to: Schema): Schema {
  return types.length === 1 && Object.keys(to).length === 1 ? schema : { allOf: [schema, to] };
}

import type { Schema } from "@counterpart/server/document/document";
import type { Arbitrary } from "fast-check";
import type { Compiler } from "../../samples/values/compiler.ts";
import { once } from "../../samples/values/once.ts";
import { ifReachable, satisfying } from "../../samples/values/satisfying.ts";
import { brokenKeyword } from "./broken-keyword.ts";
import type { Broken, Candidate } from "./candidate.ts";
import { candidatesOf } from "./candidates.ts";

/** One way to violate a schema. */
export interface Negative {
  keyword: string;
  // As in `/lines/*/quantity`; empty for the root value.
  at: string;
  arbitrary: Arbitrary<Broken>;
}

export interface Negatives {
  reached: Negative[];
  /** Keywords that can't be violated alone, such as a bound that another one implies. */
  unreached: { keyword: string; at: string }[];
}

/**
 * Every way to violate exactly one keyword. Each pair is validated, also after shrinking: `valid` is valid,
 * and `broken` violates only this keyword.
 * @param read converts a value to what the server reads: in a query, `5` is a number if the schema expects
 * one
 */
export function negatives(
  compiler: Compiler,
  schema: Schema,
  read: (value: unknown) => unknown = (value) => value,
  canBeSent: (value: unknown) => boolean = () => true,
): Negatives {
  const reached: Negative[] = [];
  const unreached: Negatives["unreached"] = [];
  for (const { keyword, at, arbitrary } of waysToBreak(compiler, schema, read, canBeSent)) {
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

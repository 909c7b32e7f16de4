import type { Arbitrary } from "fast-check";
import type { Schema } from "../../document/document.ts";
import type { Compiler } from "../../samples/values/compiler.ts";
import { ifReachable, satisfying } from "../../samples/values/satisfying.ts";
import { brokenKeyword } from "./broken-keyword.ts";
import type { Broken, Candidate } from "./candidate.ts";
import { candidates } from "./candidates.ts";

/** One way of breaking a schema. */
export interface Negative {
  keyword: string;
  // As in `/lines/*/quantity`; empty for the value itself.
  at: string;
  arbitrary: Arbitrary<Broken>;
}

export interface Negatives {
  reached: Negative[];
  /** Keywords that can't be broken alone, as a bound that another one includes. */
  unreached: { keyword: string; at: string }[];
}

/**
 * Every way to break exactly one keyword. Each pair is held to the schema, shrunk ones too: `valid` is valid, and in
 * `broken` nothing but this keyword is wrong.
 * @param read what a server makes of the value that is sent: in a query, `5` is read as a number where one is expected
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

/** As `negatives`, each built when it is asked for; it throws Unreachable where the keyword can't be broken alone. */
export function waysToBreak(
  compiler: Compiler,
  schema: Schema,
  read: (value: unknown) => unknown = (value) => value,
  canBeSent: (value: unknown) => boolean = () => true,
): Candidate[] {
  return candidates(compiler, schema, "", 0).map(({ keyword, at, arbitrary }) => {
    const breaksOnlyThat = ({ valid, broken }: Broken) =>
      canBeSent(broken) &&
      compiler.isValid(schema, read(valid)) &&
      brokenKeyword(compiler.faults(schema, read(broken))) === keyword;
    return { keyword, at, arbitrary: () => satisfying(arbitrary(), breaksOnlyThat, `${at} ${keyword}`) };
  });
}

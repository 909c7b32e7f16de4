import type { Schema } from "@counterpart/server/document/document";
import type { Compiler } from "../../samples/values/compiler.ts";
import { satisfying } from "../../samples/values/satisfying.ts";
import { brokenKeyword } from "./broken-keyword.ts";
import type { Candidate } from "./candidate.ts";

/**
 * Holds what is broken in a part to the part's own schema. Many keywords can't be broken alone, as the length of a member
 * of an enum, and to find that out with whole values of a large schema would take a hundred times as long.
 */
export function brokenAlone(
  compiler: Compiler,
  part: Schema,
  { keyword, at, arbitrary }: Candidate,
): Candidate {
  const isAlone = ({ broken }: { broken: unknown }) =>
    brokenKeyword(compiler.faults(part, broken)) === keyword;
  return { keyword, at, arbitrary: () => satisfying(arbitrary(), isAlone, `${at} ${keyword}`) };
}

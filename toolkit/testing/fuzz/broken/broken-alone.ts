import type { Schema } from "@counterpart/server/document/document";
import type { Compiler } from "../../samples/values/compiler.ts";
import { satisfying } from "../../samples/values/satisfying.ts";
import { brokenKeyword } from "./broken-keyword.ts";
import type { Candidate } from "./candidate.ts";

/**
 * Checks a broken part against its own schema first. Many keywords can't be broken alone, such as the length
 * of an enum member, and finding that out with whole values of a large schema takes a hundred times as long.
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

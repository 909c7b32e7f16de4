import type { Schema } from "@counterpart/server/document";
import type { Arbitrary } from "fast-check";
import { choice, ifReachable, Unreachable } from "../../samples/values/arbitraries.ts";
import type { Compiler } from "../../samples/values/compiler.ts";
import { type Flat, withoutChoices } from "../../samples/values/flat.ts";
import type { Candidate, FindCandidates, Unrelated } from "./candidate.ts";

export function choiceCandidates(
  compiler: Compiler,
  flat: Flat,
  at: string,
  depth: number,
  unrelated: Unrelated,
  candidates: FindCandidates,
): Candidate[] {
  const without = withoutChoices(flat);
  const others = without.allOf as Schema[];
  const within = (schemas: Schema[]): Schema => ({ ...without, allOf: [...others, ...schemas] });
  const out: Candidate[] = [];
  for (const { keyword, branches } of flat.groups) {
    // A value that violates one branch may fit another; the check of the whole value filters it out.
    const broken = () =>
      branches.flatMap((branch) =>
        candidates(compiler, within([branch]), at, depth + 1).flatMap(
          ({ arbitrary }) => ifReachable(arbitrary) ?? [],
        ),
      );
    const arbitrary = () => {
      const pairs = broken();
      const twice = keyword === "oneOf" ? inSeveral(compiler, branches, within, depth) : [];
      if (pairs.length + twice.length === 0) throw new Unreachable(`${keyword} can't be violated`);
      return choice(...pairs.map((pair) => pair.map((one) => one.broken)), ...twice);
    };
    out.push(unrelated(keyword, arbitrary));
  }
  for (const condition of flat.conditionals) {
    const arbitrary = () => {
      const pairs = [
        ...candidates(compiler, within(condition.fulfilled), at, depth + 1),
        ...candidates(compiler, within(condition.unfulfilled), at, depth + 1),
      ].flatMap((one) => ifReachable(one.arbitrary) ?? []);
      if (pairs.length === 0) throw new Unreachable("if can't be violated");
      return choice(...pairs.map((pair) => pair.map((one) => one.broken)));
    };
    out.push(unrelated("if", arbitrary));
  }
  for (const not of flat.nots) {
    out.push(unrelated("not", () => compiler.values(within([not]), { depth: depth + 1 })));
  }
  return out;
}

function inSeveral(
  compiler: Compiler,
  branches: Schema[],
  within: (schemas: Schema[]) => Schema,
  depth: number,
): Arbitrary<unknown>[] {
  return branches.flatMap((one, index) =>
    branches
      .slice(index + 1)
      .flatMap((two) => ifReachable(() => compiler.values(within([one, two]), { depth: depth + 1 })) ?? []),
  );
}

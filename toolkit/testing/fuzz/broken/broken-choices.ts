import type { Schema } from "@counterpart/server/document";
import type { Arbitrary } from "fast-check";
import { choice, ifReachable, Unreachable } from "../../samples/values/arbitraries.ts";
import { withoutChoices } from "../../samples/values/flat.ts";
import type { Candidate, Spot } from "./candidate.ts";

export function choiceCandidates({ compiler, flat, at, depth, unrelated, inside }: Spot): Candidate[] {
  const without = withoutChoices(flat);
  const others = without.allOf as Schema[];
  const within = (schemas: Schema[]): Schema => ({ ...without, allOf: [...others, ...schemas] });
  const valuesOf = (schemas: Schema[]) => compiler.values(within(schemas), { depth: depth + 1 });
  /** Values that violate one of several schemas. One of them may fit another: the check of the whole value filters it out. */
  const violating = (keyword: string, parts: Schema[][], more = (): Arbitrary<unknown>[] => []) => {
    const found = parts.flatMap((part) => inside(within(part), at));
    const pairs = found.flatMap(({ arbitrary }) => ifReachable(arbitrary) ?? []);
    const others = more();
    if (pairs.length + others.length === 0) throw new Unreachable(`${keyword} can't be violated`);
    return choice(...pairs.map((pair) => pair.map(({ broken }) => broken)), ...others);
  };
  const inSeveral = (branches: Schema[]) =>
    branches.flatMap((one, index) =>
      branches.slice(index + 1).flatMap((two) => ifReachable(() => valuesOf([one, two])) ?? []),
    );
  return [
    ...flat.groups.map(({ keyword, branches }) =>
      unrelated(keyword, () => {
        const parts = branches.map((branch) => [branch]);
        return violating(keyword, parts, () => (keyword === "oneOf" ? inSeveral(branches) : []));
      }),
    ),
    ...flat.conditionals.map(({ fulfilled, unfulfilled }) =>
      unrelated("if", () => violating("if", [fulfilled, unfulfilled])),
    ),
    ...flat.nots.map((not) => unrelated("not", () => valuesOf([not]))),
  ];
}

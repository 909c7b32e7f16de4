import fc, { type Arbitrary } from "fast-check";
import { choice } from "./choice.ts";
import { lazy } from "./lazy.ts";
import { ifReachable } from "./satisfying.ts";

/** The average number of optional properties: generating all of a large schema's would take too long. */
const usualCount = 6;

type Entries = Arbitrary<[string, unknown][]>;

/** Some of an object's optional properties. Those for which no value can be made are dropped when they are tried. */
export function someProperties(makers: [string, () => Arbitrary<unknown>][]): Entries {
  const left = Math.max(usualCount / 2, makers.length - usualCount);
  const entries = makers.map(([name, make]) =>
    choice<[string, unknown][]>(
      { weight: left, arbitrary: fc.constant([]) },
      { weight: usualCount, arbitrary: lazy(() => entry(name, make) ?? fc.constant([])) },
    ),
  );
  return fc.tuple(...entries).map((all) => all.flat());
}

/** As many of an object's optional properties as `minProperties` and `maxProperties` allow. */
export function countedProperties(
  makers: [string, () => Arbitrary<unknown>][],
  { min, max }: { min: number; max: number },
): Entries {
  const entries = makers.flatMap(([name, make]) => entry(name, make) ?? []);
  const most = Math.max(0, Math.min(entries.length, max));
  const chosen = fc.subarray([...entries.keys()], { minLength: Math.min(most, min), maxLength: most });
  return fc
    .tuple(fc.tuple(...entries), chosen)
    .map(([all, indexes]) => indexes.flatMap((index) => all[index] ?? []));
}

function entry(name: string, make: () => Arbitrary<unknown>): Entries | undefined {
  return ifReachable(() => make().map((value): [string, unknown][] => [[name, value]]));
}

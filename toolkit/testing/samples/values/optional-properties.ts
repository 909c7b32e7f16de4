import fc, { type Arbitrary } from "fast-check";
import { choice, ifReachable, lazy } from "./arbitraries.ts";

/**
 * The average number of optional properties of the outermost object, since generating all would take too
 * long. Nested objects have fewer, or values would grow exponentially.
 */
const usualCount = 6;

type Entries = Arbitrary<[string, unknown][]>;

/** Some of an object's optional properties. Those without a possible value are dropped. */
export function someProperties(makers: [string, () => Arbitrary<unknown>][], depth: number): Entries {
  const usual = Math.ceil(usualCount / (depth + 1));
  const left = Math.max(Math.ceil(usual / 2), makers.length - usual);
  const entries = makers.map(([name, make]) =>
    choice<[string, unknown][]>(
      { weight: left, arbitrary: fc.constant([]) },
      { weight: usual, arbitrary: lazy(() => entry(name, make) ?? fc.constant([])) },
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

import fc, { type Arbitrary } from "fast-check";

/** Nothing can be made by a schema, or broken in it, in the way that was asked for. */
export class Unreachable extends Error {}

/** How many values are tried, in turns: mostly the first will do, and a large one takes long to make. */
const attempts = [1, 3, 12, 45];

/**
 * Those values of an arbitrary, shrunk ones included, that fulfil a condition.
 * @throws Unreachable when none of a few dozen does: filtering would then go on for ever
 */
export function satisfying<T>(
  arbitrary: Arbitrary<T>,
  holds: (value: T) => boolean,
  what: string,
): Arbitrary<T> {
  const found = attempts.some((numRuns, seed) => fc.sample(arbitrary, { numRuns, seed }).some(holds));
  if (!found) throw new Unreachable(`nothing was found for ${what}`);
  return arbitrary.filter(holds);
}

/** What `build` makes; undefined when nothing can be made. */
export function ifReachable<T>(build: () => T): T | undefined {
  try {
    return build();
  } catch (error) {
    if (error instanceof Unreachable) return undefined;
    throw error;
  }
}

import fc, { type Arbitrary, type MaybeWeightedArbitrary } from "fast-check";
import { once } from "./once.ts";

/** No value can be generated from a schema, or none that violates it in the requested way. */
export class Unreachable extends Error {}

/** The number of tries per round: usually the first succeeds, and large values take long to generate. */
const attempts = [1, 3, 12, 45];

/**
 * The values of an arbitrary that satisfy a condition, also after shrinking.
 * @throws Unreachable if none of a few dozen does, because filtering would never end
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

/** The result of `build`; undefined if it throws Unreachable. */
export function ifReachable<T>(build: () => T): T | undefined {
  try {
    return build();
  } catch (error) {
    if (error instanceof Unreachable) return undefined;
    throw error;
  }
}

/** One of several arbitraries; values shrink towards the first one. */
export function choice<T>(...alternatives: MaybeWeightedArbitrary<T>[]): Arbitrary<T> {
  return fc.oneof({ withCrossShrink: true }, ...alternatives) as Arbitrary<T>;
}

/** An arbitrary that is built on first use; errors of `build` are thrown then. */
export function lazy<T>(build: () => Arbitrary<T>): Arbitrary<T> {
  const built = once(build);
  return fc.constant(undefined).chain(built);
}

import fc, { type Arbitrary } from "fast-check";

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

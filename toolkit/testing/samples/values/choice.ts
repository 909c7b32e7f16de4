import fc, { type Arbitrary, type MaybeWeightedArbitrary } from "fast-check";

/** One of several arbitraries; values shrink towards the first one. */
export function choice<T>(...alternatives: MaybeWeightedArbitrary<T>[]): Arbitrary<T> {
  return fc.oneof({ withCrossShrink: true }, ...alternatives) as Arbitrary<T>;
}

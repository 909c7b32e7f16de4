import fc, { type Arbitrary, type MaybeWeightedArbitrary } from "fast-check";

/** One of several arbitraries; what it makes shrinks towards the first of them. */
export function choice<T>(...alternatives: MaybeWeightedArbitrary<T>[]): Arbitrary<T> {
  return fc.oneof({ withCrossShrink: true }, ...alternatives) as Arbitrary<T>;
}

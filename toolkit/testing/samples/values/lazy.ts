import fc, { type Arbitrary } from "fast-check";
import { once } from "./once.ts";

/** An arbitrary that is built on first use; errors of `build` are thrown then. */
export function lazy<T>(build: () => Arbitrary<T>): Arbitrary<T> {
  const built = once(build);
  return fc.constant(undefined).chain(built);
}

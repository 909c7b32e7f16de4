import fc, { type Arbitrary } from "fast-check";
import { once } from "./once.ts";

/** An arbitrary that is built when its first value is generated, which is also when errors of `build` are thrown. */
export function lazy<T>(build: () => Arbitrary<T>): Arbitrary<T> {
  const built = once(build);
  return fc.constant(undefined).chain(built);
}

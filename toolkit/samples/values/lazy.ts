import fc, { type Arbitrary } from "fast-check";

/** An arbitrary that is built when the first value is asked for. What `build` throws, it throws then. */
export function lazy<T>(build: () => Arbitrary<T>): Arbitrary<T> {
  let built: Arbitrary<T> | undefined;
  return fc.constant(undefined).chain(() => {
    built ??= build();
    return built;
  });
}

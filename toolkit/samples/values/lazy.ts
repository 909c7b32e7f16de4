import fc, { type Arbitrary } from "fast-check";

/** An arbitrary that is built when its first value is generated, which is also when errors of `build` are thrown. */
export function lazy<T>(build: () => Arbitrary<T>): Arbitrary<T> {
  let built: Arbitrary<T> | undefined;
  return fc.constant(undefined).chain(() => {
    built ??= build();
    return built;
  });
}

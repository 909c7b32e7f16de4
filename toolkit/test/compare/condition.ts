const fulfilledKeyword = "then";

/** A schema with `if` and `then`. An object that is written with a `then` looks like a promise to linters. */
export function condition(test: object, fulfilled: object, more: object = {}): Record<string, unknown> {
  return { if: test, [fulfilledKeyword]: fulfilled, ...more };
}

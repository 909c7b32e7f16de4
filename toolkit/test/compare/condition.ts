const fulfilledKeyword = "then";

/** A schema with `if` and `then`. Linters would take a literal `then` for a promise. */
export function condition(test: object, fulfilled: object, more: object = {}): Record<string, unknown> {
  return { if: test, [fulfilledKeyword]: fulfilled, ...more };
}

/** A function that calls `make` at most once; what it threw is thrown again, because failing can take long too. */
export function once<T>(make: () => T): () => T {
  let outcome: { value: T } | { error: unknown } | undefined;
  return () => {
    outcome ??= attempt(make);
    if ("error" in outcome) throw outcome.error;
    return outcome.value;
  };
}

function attempt<T>(make: () => T): { value: T } | { error: unknown } {
  try {
    return { value: make() };
  } catch (error) {
    return { error };
  }
}

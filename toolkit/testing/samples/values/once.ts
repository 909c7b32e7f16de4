/** Calls `make` at most once. Errors are cached too, because failing can take long. */
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

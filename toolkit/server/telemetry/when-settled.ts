/** Calls `run` and returns its result. Reports the outcome: at once, or when the returned promise settles. */
export function whenSettled<T>(
  run: () => T,
  { done, failed }: { done(): void; failed(error: unknown): void },
): T {
  let result: T;
  try {
    result = run();
  } catch (error) {
    failed(error);
    throw error;
  }
  // Attached first, so the outcome is reported before the caller continues with the same promise.
  if (result instanceof Promise) result.then(done, failed);
  else done();
  return result;
}

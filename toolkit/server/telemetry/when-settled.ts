/** Runs something, tells when it is over, at once where it returns no promise, and returns what it returned. */
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
  // Told before the caller goes on, who was given the same promise.
  if (result instanceof Promise) result.then(done, failed);
  else done();
  return result;
}

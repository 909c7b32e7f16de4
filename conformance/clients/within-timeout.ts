/** A call that never ends doesn't end the suite. */
const callTimeoutMs = 10_000;

/** @throws if the call takes too long */
export function withinTimeout<T>(call: Promise<T> | undefined): Promise<T | undefined> {
  return Promise.race([
    call,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error("The call doesn't end.")), callTimeoutMs).unref();
    }),
  ]);
}

/** Runs jobs one after the other, in the order of their calls. A failed job doesn't stop the next one. */
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    /** Settles like the job. */
    run<Result>(job: () => Promise<Result>): Promise<Result> {
      const result = last.then(job);
      last = result.catch(() => {});
      return result;
    },
    /** Resolves when the jobs that were started so far have ended. */
    async ended(): Promise<void> {
      await last;
    },
  };
}

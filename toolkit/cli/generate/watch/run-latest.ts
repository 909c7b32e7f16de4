/** How long to wait for further requests. */
const forFurtherMs = 50;

/** Receives the changes since the last completed run. */
export type Run = (changed: Set<string>, signal: AbortSignal) => Promise<void>;

/**
 * Runs one at a time. A request aborts the current run, and the next run also gets the aborted run's changes.
 * @param run must not reject
 */
export function createRunLatest(run: Run) {
  let pending: Set<string> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let current: { aborting: AbortController; done: Promise<void> } | undefined;

  async function start(): Promise<void> {
    timer = undefined;
    if (current) {
      current.aborting.abort();
      await current.done;
    }
    // Another call that waited for the same run has already started the next one.
    if (current || isStopped || pending === undefined) return;
    const changed = pending;
    pending = undefined;
    const aborting = new AbortController();
    const done = run(changed, aborting.signal).then(() => {
      if (aborting.signal.aborted) pending = new Set([...changed, ...(pending ?? [])]);
      current = undefined;
    });
    current = { aborting, done };
    await done;
  }

  return {
    /** Requests a run. Requests within a short time are combined: a rename on saving is two changes. */
    request: (...changed: string[]) => {
      pending = new Set([...(pending ?? []), ...changed]);
      clearTimeout(timer);
      timer = setTimeout(start, forFurtherMs);
    },
    /** Aborts the current run and starts no other. */
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      timer = undefined;
      current?.aborting.abort();
      await current?.done;
    },
  };
}

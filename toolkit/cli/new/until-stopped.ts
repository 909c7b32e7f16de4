const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs work that Ctrl-C aborts gracefully.
 * @param work gets the abort signal, and cleans up before it rejects
 * @param stopped the message of the error after an abort
 */
export async function untilStopped<T>(
  stopped: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of signals) process.on(signal, stop);
  try {
    return await work(stopping.signal);
  } catch (error) {
    throw stopping.signal.aborted ? new Error(stopped) : error;
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}

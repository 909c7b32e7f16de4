const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Does work that Ctrl-C ends in order.
 * @param work is given the signal to end by, and cleans up before it rejects
 * @param stopped the message of the error when it was ended so
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

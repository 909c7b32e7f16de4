const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Waits for a stop signal such as Ctrl-C, so that the caller can shut down gracefully. */
export async function untilSignal(): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of signals) process.once(signal, () => resolve());
  });
}

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

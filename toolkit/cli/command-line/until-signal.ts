const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Waits for the signal to stop, such as Ctrl-C, so that the caller can shut down in order. */
export async function untilSignal(): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of signals) process.once(signal, () => resolve());
  });
}

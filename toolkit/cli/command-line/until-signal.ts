const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Waits for a stop signal such as Ctrl-C, so that the caller can shut down gracefully. */
export async function untilSignal(): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of signals) process.once(signal, () => resolve());
  });
}

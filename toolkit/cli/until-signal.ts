const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Waits until somebody ends the process, as with Ctrl-C; what is running can end in order then. */
export async function untilSignal(): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of signals) process.once(signal, () => resolve());
  });
}

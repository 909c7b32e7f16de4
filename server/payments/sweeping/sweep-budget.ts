/** How much a part of a sweep may still ask of the provider. */
export interface SweepBudget {
  /** Whether there is a call left, the time isn't over, and the process doesn't stop. */
  isLeft(): boolean;
  /** Takes one call, if there is one left. */
  take(): boolean;
}

/** @param maxMs milliseconds of real time, however slow the provider is */
export function createBudget({
  maxCalls,
  maxMs,
  isStopping,
}: {
  maxCalls: number;
  maxMs: number;
  isStopping: () => boolean;
}): SweepBudget {
  let left = maxCalls;
  const until = performance.now() + maxMs;
  const isLeft = () => left > 0 && performance.now() < until && !isStopping();
  return {
    isLeft,
    take: () => isLeft() && left-- > 0,
  };
}

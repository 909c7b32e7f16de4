/** The requests that one part of a sweep may still make. */
export interface SweepBudget {
  /** Whether calls and time are left and the process isn't stopping. */
  isLeft(): boolean;
  /** Takes one call, if one is left. */
  take(): boolean;
}

/** A part of a budget, so that one user leaves some for the others. */
export function shareOf(budget: SweepBudget, maxCalls: number): SweepBudget {
  let left = maxCalls;
  return {
    isLeft: () => left > 0 && budget.isLeft(),
    take: () => left > 0 && budget.take() && left-- > 0,
  };
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

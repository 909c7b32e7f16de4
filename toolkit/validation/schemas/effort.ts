/** A value for which validators would call each other far more often than it has parts. */
export class TooComplex extends Error {}

/** How often validators may call each other for one value. */
export interface Effort {
  /** Runs a validator that may call others so often. Throws a `TooComplex`. */
  within<T>(calls: number, run: () => T): T;
  /** Is called by each call of another. */
  spend(): void;
}

/**
 * Alternatives that contain themselves are looked into at every level, each of them: an invalid value of 300 bytes could
 * take hours. What a value has in proportion to its size is far below the limits.
 */
export function createEffort(): Effort {
  let left = Number.POSITIVE_INFINITY;
  return {
    within(calls, run) {
      left = calls;
      return run();
    },
    spend() {
      if (--left < 0) throw new TooComplex("The value is too complex to be validated.");
    },
  };
}

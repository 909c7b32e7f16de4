/** Thrown for a value that makes validators call each other far more often than its size warrants. */
export class TooComplex extends Error {}

/** Limits how often validators may call each other for one value. */
interface Effort {
  /** Sets the number of calls that remain. */
  allow(calls: number): void;
  /**
   * Counts a call.
   * @throws TooComplex if there were too many
   */
  spend(): void;
}

/**
 * Validators try all alternatives at every level of a recursive schema, so an invalid value of 300 bytes
 * could take hours. Ordinary values stay far below the limits.
 */
export function createEffort(): Effort {
  let left = Number.POSITIVE_INFINITY;
  return {
    allow(calls) {
      left = calls;
    },
    spend() {
      if (--left < 0) throw new TooComplex("The value is too complex to be validated.");
    },
  };
}

/** A value for which validators would call each other far more often than it has parts. */
export class TooComplex extends Error {}

/** How often validators may call each other for one value. */
interface Effort {
  /** Says how often they may from now on. */
  allow(calls: number): void;
  /** Counts a call. Throws a `TooComplex` when there were too many. */
  spend(): void;
}

/**
 * Alternatives that contain themselves are looked into at every level, each of them: an invalid value of 300 bytes could
 * take hours. What a value has in proportion to its size is far below the limits.
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

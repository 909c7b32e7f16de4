import type { Clock } from "../../domain/clock.ts";

/**
 * Differences below this are the network's, or the second to which a `Date` header is rounded. The same offset for
 * calls that follow each other also means the same parameters, which idempotency keys ask for.
 */
const ignoredMs = 10_000;

export type ProviderClock = ReturnType<typeof createProviderClock>;

/** The payment provider's clock, as far as its answers tell: a machine's own clock may be minutes wrong. */
export function createProviderClock(clock: Clock) {
  let offsetMs: number | undefined;
  return {
    /** An instant of our clock as the provider's clock shows it; milliseconds since 1970, like every instant here. */
    at: (instant: number): number => instant + (offsetMs ?? 0),
    /** Whether an answer has told the time. */
    isKnown: (): boolean => offsetMs !== undefined,
    /** Learns from the `Date` header of an answer that has just come. */
    learn(date: string | undefined): void {
      const told = Date.parse(date ?? "");
      if (Number.isNaN(told)) return;
      // It is cut off to the second.
      const measuredMs = told + 500 - clock();
      const changed = Math.abs(measuredMs - (offsetMs ?? 0)) > ignoredMs;
      offsetMs = changed ? measuredMs : (offsetMs ?? 0);
    },
  };
}

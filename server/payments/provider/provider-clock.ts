import type { Clock } from "../../domain/clock.ts";

/**
 * Smaller differences come from the network, or from the rounding of `Date` headers to seconds. An equal offset for
 * consecutive calls also keeps their parameters equal, as idempotency keys require.
 */
const ignoredMs = 10_000;

export type ProviderClock = ReturnType<typeof createProviderClock>;

/** The payment provider's clock, as its responses show it: the machine's own clock may be minutes wrong. */
export function createProviderClock(clock: Clock) {
  let offsetMs: number | undefined;
  return {
    /** Converts a time of our clock to the provider's; milliseconds since 1970. */
    at: (instant: number): number => instant + (offsetMs ?? 0),
    /** Whether a response has shown the time yet. */
    isKnown: (): boolean => offsetMs !== undefined,
    /** Learns from the `Date` header of a response that has just arrived. */
    learn(date: string | undefined): void {
      const told = Date.parse(date ?? "");
      if (Number.isNaN(told)) return;
      // It is truncated to the second.
      const measuredMs = told + 500 - clock();
      const changed = Math.abs(measuredMs - (offsetMs ?? 0)) > ignoredMs;
      offsetMs = changed ? measuredMs : (offsetMs ?? 0);
    },
  };
}

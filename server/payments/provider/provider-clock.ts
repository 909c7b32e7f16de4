import type Stripe from "stripe";
import type { Clock } from "../../domain/clock.ts";
import { StripeSdk } from "./stripe-sdk.ts";

/**
 * Smaller differences come from the network or from `Date` headers rounded to seconds. A stable offset also
 * keeps the parameters of retried calls equal, as idempotency keys require.
 */
const ignoredMs = 10_000;

export type ProviderClock = ReturnType<typeof createProviderClock>;

/** Tracks the payment provider's clock from its responses: this machine's clock may be minutes off. */
export function createProviderClock(clock: Clock) {
  let offsetMs: number | undefined;
  return {
    /** Converts milliseconds since 1970 from our clock to the provider's. */
    at: (instant: number): number => instant + (offsetMs ?? 0),
    /** Whether a response has shown the provider's time yet. */
    isKnown: (): boolean => offsetMs !== undefined,
    /** Reads the `Date` header of a response that has just arrived. */
    learn(date: string | undefined): void {
      const dateMs = Date.parse(date ?? "");
      if (Number.isNaN(dateMs)) return;
      // The header is truncated to the second.
      const measuredMs = dateMs + 500 - clock();
      const changed = Math.abs(measuredMs - (offsetMs ?? 0)) > ignoredMs;
      offsetMs = changed ? measuredMs : (offsetMs ?? 0);
    },
  };
}

/**
 * The SDK's HTTP client, which also reads the time from every response, errors and retries included.
 * @param learn receives the `Date` header
 */
export function clockedHttpClient(
  learn: (date: string | undefined) => void,
): NonNullable<Stripe.StripeConfig["httpClient"]> {
  const client = StripeSdk.createNodeHttpClient();
  return {
    getClientName: () => client.getClientName(),
    async makeRequest(...request) {
      const response = await client.makeRequest(...request);
      const { date } = response.getHeaders();
      learn(typeof date === "string" ? date : undefined);
      return response;
    },
  };
}

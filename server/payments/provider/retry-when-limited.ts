import { setTimeout as pause } from "node:timers/promises";
import { StripeSdk } from "./stripe-sdk.ts";

/** Milliseconds before each further attempt, half of it random. Then the caller gets an error that says to retry. */
const waitsMs = [1000, 2000];

/**
 * Retries when the provider reports a rate limit: 100 requests a second, 25 in test mode, and 25 for one kind
 * of request (https://docs.stripe.com/rate-limits). The SDK retries other temporary errors, but not these.
 */
export async function retryWhenLimited<T>(call: () => Promise<T>): Promise<T> {
  for (const waitMs of waitsMs) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof StripeSdk.errors.StripeRateLimitError)) throw error;
      await pause(waitMs * (0.5 + Math.random() / 2));
    }
  }
  return call();
}

import Stripe from "stripe";
import { unavailable } from "../errors.ts";

const { StripeAPIError, StripeConnectionError, StripeRateLimitError } = Stripe.errors;

/** Whether the provider is busy, stumbles or can't be reached: what passes by itself. */
export function isProviderAway(error: unknown): boolean {
  return [StripeAPIError, StripeConnectionError, StripeRateLimitError].some((kind) => error instanceof kind);
}

/** Throws a provider that is away as what the caller is told, and everything else as it is. */
export function throwAway(error: unknown): never {
  if (!isProviderAway(error)) throw error;
  throw unavailable("The payment provider is busy or can't be reached. Try again in a few seconds.", {
    cause: error,
  });
}

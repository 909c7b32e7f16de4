import type { Stripe } from "stripe";

/** Metadata after an update: named keys change, empty values remove theirs, null removes all, others stay. */
export function withMetadata(
  current: Stripe.Metadata,
  given: Record<string, string> | null | undefined,
): Stripe.Metadata {
  if (given === null) return {};
  return Object.fromEntries(Object.entries({ ...current, ...given }).filter(([, value]) => value !== ""));
}

import type { Stripe } from "stripe";

export function newAccount(id: string, created: number): Stripe.Account {
  return {
    id,
    object: "account",
    business_profile: null,
    charges_enabled: true,
    country: "US",
    created,
    default_currency: "usd",
    details_submitted: true,
    email: null,
    metadata: {},
    payouts_enabled: true,
    type: "standard",
  };
}

import type { Stripe } from "stripe";

export function newAccount(id: string, created: number): Stripe.Account {
  return {
    id,
    object: "account",
    business_profile: {
      annual_revenue: null,
      estimated_worker_count: null,
      mcc: null,
      minority_owned_business_designation: null,
      name: null,
      product_description: null,
      specified_commercial_transactions_act_url: null,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: null,
    },
    business_type: null,
    capabilities: { card_payments: "active", transfers: "active" },
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

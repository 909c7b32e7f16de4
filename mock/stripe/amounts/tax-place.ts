import type { Stripe } from "stripe";

/** Where a customer's tax is due: where things are shipped to, or else the billing address. */
export function countryOf({ address, shipping }: Stripe.Customer): string | null {
  return shipping?.address?.country ?? address?.country ?? null;
}

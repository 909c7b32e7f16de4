import type { Stripe } from "stripe";
import { text } from "./parameters.ts";

/** The parts of an address that requests may leave out. */
export const addressParts = {
  city: text().optional(),
  line1: text().optional(),
  line2: text().optional(),
  postal_code: text().optional(),
  state: text().optional(),
};

/** An address as the provider returns it, with null for what is missing. */
export function addressOf(given: Partial<Record<string, string | undefined>>): Stripe.Address {
  const { city = null, country = null, line1 = null, line2 = null, postal_code = null, state = null } = given;
  return { city, country, line1, line2, postal_code, state };
}

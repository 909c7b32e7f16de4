import type { Stripe } from "stripe";

export interface Payer {
  email: string | null;
  name: string | null;
  phone: string | null;
  shipping?: { name: string; address: Stripe.Address } | null;
  /** The billing address, which the page asks for only if tax depends on it. */
  billing?: Stripe.Address | null;
  /** A buyer who is a business. */
  business?: { name: string; taxId: string } | null;
}

export interface Buyer extends Payer {
  email: string;
  shipping: { name: string; address: Stripe.Address } | null;
}

/** Why a bank refuses a card: https://docs.stripe.com/declines/codes */
export type DeclineCode = "generic_decline" | "insufficient_funds";

/** What the stand-in stores of a card: never the number. */
export interface TestCard {
  brand: string;
  last4: string;
  funding: "credit" | "debit";
  /** `at_once` when it is entered, `later` on renewals. */
  refuses?: "at_once" | "later";
  /** The reason; `generic_decline` by default. */
  declineCode?: DeclineCode;
  /** The bank requires authentication first (3-D Secure). */
  authenticates?: true;
  /** The buyer disputes every payment. */
  disputes?: true;
  /** A refund fails a minute after it succeeded. */
  failsRefunds?: true;
}

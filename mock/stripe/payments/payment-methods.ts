import type { Stripe } from "stripe";
import { newId, randomText } from "../conventions/ids.ts";
import type { Payer, TestCard } from "../state/buyer.ts";

export const visa: TestCard = { brand: "visa", last4: "4242", funding: "credit" };

// https://docs.stripe.com/testing#cards
export const testCards: Record<string, TestCard> = {
  "4242424242424242": visa,
  "4000056655665556": { brand: "visa", last4: "5556", funding: "debit" },
  "5555555555554444": { brand: "mastercard", last4: "4444", funding: "credit" },
  "378282246310005": { brand: "amex", last4: "0005", funding: "credit" },
  "6011111111111117": { brand: "discover", last4: "1117", funding: "credit" },
  "3566002020360505": { brand: "jcb", last4: "0505", funding: "credit" },
  "4000000000000002": { brand: "visa", last4: "0002", funding: "credit", refuses: "at_once" },
  "4000000000009995": {
    brand: "visa",
    last4: "9995",
    funding: "credit",
    refuses: "at_once",
    declineCode: "insufficient_funds",
  },
  "4000000000000341": { brand: "visa", last4: "0341", funding: "credit", refuses: "later" },
  "4000002500003155": { brand: "visa", last4: "3155", funding: "credit", authenticates: true },
  "4000000000000259": { brand: "visa", last4: "0259", funding: "credit", disputes: true },
  "4000000000005126": { brand: "visa", last4: "5126", funding: "credit", failsRefunds: true },
};

/** The test card with this number. Real cards aren't supported. */
export function testCard(number: string): TestCard | undefined {
  return testCards[number.replace(/[\s-]/g, "")];
}

const newMethod = (created: number, customer: string | null, payer: Payer) => ({
  id: newId("pm"),
  object: "payment_method" as const,
  allow_redisplay: "limited" as const,
  billing_details: {
    address: payer.shipping?.address ?? null,
    email: payer.email,
    name: payer.name,
    phone: payer.phone,
    tax_id: null,
  },
  created,
  customer,
  customer_account: null,
  livemode: false,
  metadata: {},
});

export function newCard(
  created: number,
  customer: string | null,
  payer: Payer,
  card: TestCard,
): Stripe.PaymentMethod {
  return {
    ...newMethod(created, customer, payer),
    type: "card",
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: "US",
      display_brand: card.brand,
      exp_month: 12,
      exp_year: 2040,
      fingerprint: randomText(16),
      funding: card.funding,
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
  };
}

/** A payment method whose result comes days later. */
export function newBankDebit(created: number, customer: string | null, payer: Payer): Stripe.PaymentMethod {
  return {
    ...newMethod(created, customer, payer),
    type: "sepa_debit",
    sepa_debit: {
      bank_code: "37040044",
      branch_code: "",
      country: "DE",
      fingerprint: randomText(16),
      generated_from: { charge: null, setup_attempt: null },
      last4: "3000",
    },
  };
}

export function labelOf(method: Stripe.PaymentMethod | undefined): string {
  if (method?.sepa_debit) return `Bank account •••• ${method.sepa_debit.last4}`;
  if (!method?.card) return "None";
  return `${method.card.brand.charAt(0).toUpperCase()}${method.card.brand.slice(1)} •••• ${method.card.last4}`;
}

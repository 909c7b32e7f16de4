import type { Outcome } from "../../../server/database/queries/sessions/checkout-sessions.ts";
import type { Amounts } from "../../../server/domain/amounts.ts";
import type { CheckoutSessionRecord } from "../../../server/domain/checkout-session.ts";

/** Defaults for session records that tests create directly. */
export const openState = {
  status: "open",
  paymentStatus: "unpaid",
  paymentOutcome: null,
  customerEmail: null,
  customerName: null,
  customerPhone: null,
  shippingAddress: null,
  amounts: null,
  shippingRate: null,
  offers: null,
  metadata: {},
  locale: null,
  url: null,
  completedAt: null,
} as const satisfies Partial<CheckoutSessionRecord>;

/** The outcome of a session that ended unpaid. */
export const expiredOutcome: Outcome = {
  status: "expired",
  paymentStatus: "unpaid",
  paymentOutcome: null,
  customerEmail: null,
  customerName: null,
  customerPhone: null,
  shippingAddress: null,
  url: null,
  completedAt: null,
  paymentId: null,
  paid: null,
  amounts: null,
  shippingChoice: null,
  appliedCodes: [],
  payments: [],
};

export const shippingAddress = {
  name: "Ines Duarte",
  line1: "Rua da Bica 14",
  line2: null,
  city: "Lisboa",
  state: null,
  postalCode: "1200-054",
  country: "PT",
};

/** The amounts of a purchase without shipping, discount and tax. */
export function amountsOf(total: number): Amounts {
  return { subtotal: total, discount: 0, shipping: 0, tax: 0, total };
}

/** The outcome of a session that was paid with one payment. */
export function paidOutcome(paymentId: string, amount: number, paidAt: number): Outcome {
  return {
    ...expiredOutcome,
    status: "complete",
    paymentStatus: "paid",
    paymentOutcome: "paid",
    customerEmail: "ines@reader.example",
    customerName: "Ines Duarte",
    customerPhone: "+351213465400",
    shippingAddress,
    paymentId,
    paid: { amount, currency: "eur" },
    amounts: amountsOf(amount),
    payments: [{ id: paymentId, invoiceId: null, amount, currency: "eur", paidAt }],
  };
}

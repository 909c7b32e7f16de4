import type Stripe from "stripe";
import type { Payment } from "../../domain/order.ts";
import { idOf } from "../provider/id-of.ts";

/** The state of a subscription's invoice at the provider. Amounts in the currency's smallest unit. */
export interface InvoiceState {
  id: string;
  subscriptionId: string | null;
  /** The sum of the invoice's payments. */
  paid: { amount: number; currency: string };
  payments: Payment[];
  isPaid: boolean;
  /** No payment is in progress, so the invoice stays unpaid until the buyer tries again. */
  hasFailed: boolean;
}

/** Expects an invoice whose payments and their intents are expanded. */
export function toInvoiceState(invoice: Stripe.Invoice): InvoiceState {
  const { currency } = invoice;
  const payments = invoice.payments?.data ?? [];
  return {
    id: invoice.id,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription ?? null),
    paid: { amount: invoice.amount_paid, currency },
    payments: payments.flatMap(({ status, payment, amount_paid, amount_requested, ...rest }) => {
      const id = idOf(payment.payment_intent ?? null);
      if (status !== "paid" || id === null) return [];
      const paidAt = (rest.status_transitions.paid_at ?? rest.created) * 1000;
      return [
        {
          id,
          invoiceId: invoice.id,
          amount: amount_paid ?? amount_requested,
          currency: rest.currency,
          paidAt,
        },
      ];
    }),
    isPaid: invoice.status === "paid",
    hasFailed:
      invoice.status === "void" ||
      invoice.status === "uncollectible" ||
      (invoice.status === "open" &&
        payments.every(({ payment: { payment_intent } }) => hasIntentFailed(payment_intent))),
  };
}

/** Whether a pending payment failed, in which case the provider waits for another payment method. */
export function hasIntentFailed(intent: string | Stripe.PaymentIntent | null | undefined): boolean {
  if (!intent || typeof intent === "string") return false;
  return intent.status === "requires_payment_method" || intent.status === "canceled";
}

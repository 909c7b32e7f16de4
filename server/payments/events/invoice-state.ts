import type Stripe from "stripe";
import type { Payment } from "../../domain/order.ts";
import type { InvoicedLine } from "../../domain/renewal-prices.ts";
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
  sums: InvoiceSums;
}

/** How an invoice's total came about. Amounts in the currency's smallest unit. */
export interface InvoiceSums {
  /** Whether it is for the next period of a subscription, or the first one after a trial. */
  isForPeriod: boolean;
  /** By the provider's clock, in milliseconds since 1970. Its prices are those of this time. */
  createdAt: number;
  /** Without prorations; null if the provider reports only some of many lines. */
  lines: InvoicedLine[] | null;
  /** All lines, before discounts. Tax is contained where prices include it. */
  subtotal: number;
  discount: number;
  taxOnTop: number;
  total: number;
  /** The total less the buyer's credit at the provider and credit notes. */
  due: number;
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
    sums: sumsOf(invoice),
  };
}

function sumsOf(invoice: Stripe.Invoice): InvoiceSums {
  const { lines, subtotal, total, starting_balance: before, ending_balance: after } = invoice;
  const taxes = (invoice.total_taxes ?? []).filter(({ tax_behavior: behavior }) => behavior === "exclusive");
  return {
    isForPeriod: invoice.billing_reason === "subscription_cycle",
    createdAt: invoice.created * 1000,
    lines: lines.has_more ? null : lines.data.filter((line) => !isProration(line)).map(toLine),
    subtotal,
    discount: sumOf(invoice.total_discount_amounts ?? []),
    taxOnTop: sumOf(taxes),
    total,
    due: total + before - (after ?? 0) - invoice.pre_payment_credit_notes_amount,
  };
}

/** Partial charges and credits, after a change during a period. */
function isProration({ parent }: Stripe.InvoiceLineItem): boolean {
  const details = parent?.subscription_item_details ?? parent?.invoice_item_details;
  return details?.proration ?? false;
}

function toLine({ quantity, subtotal }: Stripe.InvoiceLineItem): InvoicedLine {
  return { quantity: quantity ?? 1, amount: subtotal };
}

function sumOf(amounts: { amount: number }[]): number {
  return amounts.reduce((sum, { amount }) => sum + amount, 0);
}

/** Whether a pending payment failed, in which case the provider waits for another payment method. */
export function hasIntentFailed(intent: string | Stripe.PaymentIntent | null | undefined): boolean {
  if (!intent || typeof intent === "string") return false;
  return intent.status === "requires_payment_method" || intent.status === "canceled";
}

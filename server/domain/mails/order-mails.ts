import type { Order } from "../order.ts";
import type { OrderMail } from "./mail-kinds.ts";

type Progress = Pick<
  Order,
  "id" | "paymentStatus" | "paid" | "payments" | "parcels" | "refunds" | "shippingAddress"
>;

/** A refund or a renewal that happened longer ago, in milliseconds, and is only reported now, isn't news to the buyer. */
const oldNewsMs = 72 * 60 * 60 * 1000;

/** The mails to the buyer between two states of an order; `before` is undefined for a new order. */
export function orderMails(before: Progress | undefined, after: Progress, now: number): OrderMail[] {
  const sent = after.parcels.filter(({ id }) => !before?.parcels.some((parcel) => parcel.id === id));
  return [
    ...paymentMails(before, after),
    ...sent.map(({ id }) => ({ kind: "shipping_notice" as const, eventKey: id })),
    ...(isAddressNew(before, after) ? [{ kind: "address_change" as const, eventKey: after.id }] : []),
    ...after.refunds
      .filter((refund) => isNewlyMade(before, refund, now))
      .map(({ id }) => ({ kind: "refund" as const, eventKey: id })),
    ...renewalsOf(before, after, now).map(({ id }) => ({ kind: "renewal" as const, eventKey: id })),
  ];
}

const kindOfStatus = {
  paid: "order_confirmation",
  pending: "payment_pending",
  failed: "payment_failed",
} as const;

function paymentMails(before: Progress | undefined, { id, paymentStatus }: Progress): OrderMail[] {
  if (before?.paymentStatus === paymentStatus) return [];
  return [{ kind: kindOfStatus[paymentStatus], eventKey: id }];
}

/** Erasing a buyer removes the address, which isn't a change. */
function isAddressNew(before: Progress | undefined, after: Progress): boolean {
  if (!before?.shippingAddress || !after.shippingAddress) return false;
  return JSON.stringify(before.shippingAddress) !== JSON.stringify(after.shippingAddress);
}

/** A subscription's later payments, by the rule of `recordPayments`: the first one after a trial is one too. */
function renewalsOf(before: Progress | undefined, after: Progress, now: number): Order["payments"] {
  if (before?.paymentStatus !== "paid") return [];
  const isPaidFor = before.payments.length > 0 || before.paid?.amount === 0;
  if (!isPaidFor) return [];
  return after.payments.filter(
    ({ id, invoiceId, paidAt }) =>
      invoiceId !== null && paidAt > now - oldNewsMs && !before.payments.some((known) => known.id === id),
  );
}

function isNewlyMade(before: Progress | undefined, refund: Order["refunds"][number], now: number): boolean {
  if (refund.status !== "succeeded") return false;
  const known = before?.refunds.find(({ id }) => id === refund.id);
  return known ? known.status !== "succeeded" : refund.createdAt > now - oldNewsMs;
}

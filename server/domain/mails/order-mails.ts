import type { Order } from "../order.ts";
import type { OrderMail } from "./mail-kinds.ts";

type Progress = Pick<Order, "id" | "paymentStatus" | "parcels" | "refunds">;

/** A refund that was made longer ago, in milliseconds, and is only reported now, isn't news to the buyer. */
const oldRefundMs = 72 * 60 * 60 * 1000;

/** The mails to the buyer between two states of an order; `before` is undefined for a new order. */
export function orderMails(before: Progress | undefined, after: Progress, now: number): OrderMail[] {
  const isNewlyPaid = before?.paymentStatus !== "paid" && after.paymentStatus === "paid";
  const sent = after.parcels.filter(({ id }) => !before?.parcels.some((parcel) => parcel.id === id));
  return [
    ...(isNewlyPaid ? [{ kind: "order_confirmation" as const, eventKey: after.id }] : []),
    ...sent.map(({ id }) => ({ kind: "shipping_notice" as const, eventKey: id })),
    ...after.refunds
      .filter((refund) => isNewlyMade(before, refund, now))
      .map(({ id }) => ({ kind: "refund" as const, eventKey: id })),
  ];
}

function isNewlyMade(before: Progress | undefined, refund: Order["refunds"][number], now: number): boolean {
  if (refund.status !== "succeeded") return false;
  const known = before?.refunds.find(({ id }) => id === refund.id);
  return known ? known.status !== "succeeded" : refund.createdAt > now - oldRefundMs;
}

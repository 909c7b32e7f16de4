import type { PaymentOutcome } from "../session-state.ts";
import type { EventType } from "./event-types.ts";

interface OrderProgress {
  paymentStatus: PaymentOutcome;
  /** Of all payments together, in the currency's smallest unit. */
  refunded: number;
  fulfilledAt: number | null;
}

/** What has happened to an order between two states of it. */
export function orderEvents(before: OrderProgress, after: OrderProgress): EventType[] {
  const events: EventType[] = [];
  if (before.paymentStatus !== after.paymentStatus) {
    if (after.paymentStatus === "paid") events.push("order.paid");
    if (after.paymentStatus === "failed") events.push("order.payment_failed");
  }
  if (after.refunded > before.refunded) events.push("order.refunded");
  if (before.fulfilledAt === null && after.fulfilledAt !== null) events.push("order.fulfilled");
  return events;
}

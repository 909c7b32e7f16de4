import type { WebhookName } from "../../../generated/webhooks.ts";

/** The event types, named as the document's webhooks. */
export type EventType = WebhookName;

const all: Record<EventType, true> = {
  "order.placed": true,
  "order.paid": true,
  "order.payment_failed": true,
  "order.refunded": true,
  "order.refund_failed": true,
  "order.disputed": true,
  "order.dispute_closed": true,
  "order.shipped": true,
  "order.returned": true,
  "order.fulfilled": true,
  "checkout.expired": true,
  "subscription.started": true,
  "subscription.renewed": true,
  "subscription.ended": true,
  "product.changed": true,
  "product.stock_low": true,
};

export const eventTypes = Object.keys(all) as EventType[];

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(all, text);
}

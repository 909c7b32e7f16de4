import type { Order } from "../../../database/queries/orders/order.ts";
import { isOpenDispute } from "../../../domain/dispute.ts";
import type { OrderStatus } from "../../../domain/order-state.ts";
import type { Html } from "../../route.ts";
import { type Tone, tag } from "../../view/texts.ts";

export const statusNames: Record<OrderStatus, [name: string, tone: Tone]> = {
  pending: ["Payment pending", "wait"],
  paid: ["Paid", "good"],
  failed: ["Payment failed", "bad"],
  partially_refunded: ["Partially refunded", "plain"],
  refunded: ["Refunded", "plain"],
};

export function paymentTag({ status }: Pick<Order, "status">): Html {
  return tag(...statusNames[status]);
}

/** Whether the order has been sent; nothing for one without an address to send it to. */
export function fulfilmentTag({
  status,
  fulfilledAt,
  shippingAddress,
}: Pick<Order, "status" | "fulfilledAt" | "shippingAddress">): Html | "" {
  if (fulfilledAt !== null) return tag("Fulfilled", "good");
  if (shippingAddress === null) return "";
  return status === "paid" || status === "partially_refunded" ? tag("Unfulfilled", "wait") : "";
}

export function disputeTag({ disputes }: Pick<Order, "disputes">): Html | "" {
  if (disputes.length === 0) return "";
  return disputes.some(isOpenDispute) ? tag("Disputed", "bad") : tag("Dispute closed", "plain");
}

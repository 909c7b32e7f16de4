import { isOpenDispute } from "../../../domain/dispute.ts";
import type { Order } from "../../../domain/order.ts";
import type { OrderStatus } from "../../../domain/order-state.ts";
import { isUnsent } from "../../../domain/parcels.ts";
import { unresolvedRefunds } from "../../../domain/unresolved-refunds.ts";
import type { Html } from "../../route.ts";
import { type Tone, tag } from "../../view/texts.ts";

const statusNames: Record<OrderStatus, [name: string, tone: Tone]> = {
  pending: ["Payment pending", "wait"],
  paid: ["Paid", "good"],
  failed: ["Payment failed", "bad"],
  partially_refunded: ["Partially refunded", "plain"],
  refunded: ["Refunded", "plain"],
};

export function paymentTag({ status }: Pick<Order, "status">): Html {
  return tag(...statusNames[status]);
}

/** Whether the order has been shipped; nothing if it has nothing to ship. */
export function fulfilmentTag(
  order: Pick<
    Order,
    "status" | "fulfilledAt" | "shippingAddress" | "disputes" | "parcels" | "lines" | "restocked"
  >,
): Html | "" {
  if (order.fulfilledAt !== null) return tag("Fulfilled", "good");
  if (!isUnsent(order)) return "";
  return tag(order.parcels.length > 0 ? "Partly sent" : "Unfulfilled", "wait");
}

export function disputeTag({ disputes }: Pick<Order, "disputes">): Html | "" {
  if (disputes.length === 0) return "";
  return disputes.some(isOpenDispute) ? tag("Disputed", "bad") : tag("Dispute closed", "plain");
}

export function refundTag({ refunds }: Pick<Order, "refunds">): Html | "" {
  return unresolvedRefunds(refunds).length > 0 ? tag("Refund failed", "bad") : "";
}

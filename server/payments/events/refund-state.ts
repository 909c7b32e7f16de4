import type Stripe from "stripe";
import type { Refunds } from "../../database/queries/orders/record-refunds.ts";
import type { PaymentRefund } from "../../domain/order.ts";
import type { RefundStatus } from "../../domain/order-state.ts";

/** How much of a payment has been refunded, from all its refunds. */
export function toRefunds(paymentId: string, refunds: Stripe.Refund[], fetchedAt: number): Refunds {
  const all = refunds.map((refund) => ({
    ...toRefund(paymentId, refund),
    requestId: refund.metadata?.[requestMetadata],
  }));
  const given = all.filter(({ status }) => status !== "failed");
  return { paymentId, refunded: given.reduce((sum, { amount }) => sum + amount, 0), refunds: all, fetchedAt };
}

/** The refund metadata key that holds the id of our request. */
export const requestMetadata = "refundRequestId";

export function toRefund(
  paymentId: string,
  { id, amount, currency, status, created }: Stripe.Refund,
): PaymentRefund {
  return { id, paymentId, amount, currency, status: statusOf(status), createdAt: created * 1000 };
}

/** Any undecided status, such as `requires_action`, is pending. */
function statusOf(status: string | null): RefundStatus {
  if (status === "succeeded") return status;
  return status === "failed" || status === "canceled" ? "failed" : "pending";
}

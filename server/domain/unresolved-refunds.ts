import { without } from "./line-quantities.ts";
import type { OrderRefund } from "./order.ts";
import type { RefundContent } from "./refund-content.ts";

/** A refund that exists at the provider. Without lines and shipping, it was of an amount. */
export type MadeRefund = Omit<OrderRefund, "currency">;

/**
 * Failed refunds that the buyer still waits for: not made again, and not marked as resolved. Triggers repeat the rule in SQL
 * (migration 0070).
 */
export function unresolvedRefunds<Refund extends MadeRefund>(refunds: Refund[]): Refund[] {
  return refunds.filter(
    (refund) =>
      refund.status === "failed" &&
      refund.resolvedAt === null &&
      !refunds.some((other) => isMadeAgain(refund, other)),
  );
}

/** Whether another refund has at least the items of a failed one; if one of them names no items, at least its amount. */
function isMadeAgain(failed: MadeRefund, other: MadeRefund): boolean {
  const isLater =
    other.status !== "failed" && other.paymentId === failed.paymentId && other.createdAt >= failed.createdAt;
  if (!isLater) return false;
  if (!namesItems(failed) || !namesItems(other)) return other.amount >= failed.amount;
  return without(failed.lines, other.lines).length === 0 && (failed.shipping === 0 || other.shipping > 0);
}

function namesItems({ lines, shipping }: RefundContent): boolean {
  return lines.length > 0 || shipping > 0;
}

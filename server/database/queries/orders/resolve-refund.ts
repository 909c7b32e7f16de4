import type { Actor } from "../../../domain/actor.ts";
import { firstValues } from "../../../domain/audit.ts";
import type { Queries } from "../../engines/queries.ts";
import { recordChange } from "../audit/record-change.ts";
import { changeOrder } from "./change-order.ts";

interface RefundAddress {
  storeId: string;
  orderId: string;
  /** The provider's `re_…`. */
  refundId: string;
}

/** Marks a failed refund as resolved: the buyer got the money another way. False when there is no such refund. */
export async function resolveRefund(
  db: Queries,
  { storeId, orderId, refundId }: RefundAddress,
  { by, now }: { by: Actor; now: number },
): Promise<boolean> {
  let isKnown = false;
  // A trigger derives the order's states from its refunds.
  await changeOrder(db, { id: orderId, storeId }, now, async () => {
    const failed = await db
      .selectFrom("payment_refunds")
      .innerJoin("order_payments", "order_payments.payment_id", "payment_refunds.payment_id")
      .select(["payment_refunds.amount", "payment_refunds.currency"])
      .where("payment_refunds.id", "=", refundId)
      .where("payment_refunds.status", "=", "failed")
      .where("order_payments.order_id", "=", orderId)
      .executeTakeFirst();
    if (!failed) return;
    isKnown = true;
    const { numUpdatedRows } = await db
      .updateTable("payment_refunds")
      .set({ resolved_at: now })
      .where("id", "=", refundId)
      .where("resolved_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const changes = firstValues({ refundId, ...failed });
    const entry = { storeId, action: "order.refund_resolved" as const, objectId: orderId, changes };
    await recordChange(db, by, entry, now);
  });
  return isKnown;
}

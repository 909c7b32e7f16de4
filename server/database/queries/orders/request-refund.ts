import type { Actor } from "../../../domain/actor.ts";
import { firstValues } from "../../../domain/audit.ts";
import { chooseRefund, type RefundRequest } from "../../../domain/refund.ts";
import { secretHash } from "../../../domain/secret-hash.ts";
import type { Queries } from "../../engines/engine.ts";
import { recordChange } from "../audit/record-change.ts";
import { readOrders } from "./read-orders.ts";

/** A refund that the provider is to make. */
export interface RequestedRefund {
  /** The provider's `pi_…`. */
  paymentId: string;
  /** Null for the platform's own account. */
  account: string | null;
  /** In the currency's smallest unit. */
  amount: number;
  currency: string;
  /**
   * The same for the same request, until one of the order's refunds has been reported: repeated after a lost answer, it
   * is the same refund.
   */
  idempotencyKey: string;
}

/**
 * Decides on a refund, and records who asked for it before money moves. Undefined when the store has no such order;
 * throws as `chooseRefund` does.
 */
export async function requestRefund(
  db: Queries,
  { storeId, orderId }: { storeId: string; orderId: string },
  request: RefundRequest,
  { by, now }: { by?: Actor | undefined; now: number },
): Promise<RequestedRefund | undefined> {
  const row = await db
    .selectFrom("orders")
    .selectAll()
    .where("id", "=", orderId)
    .where("store_id", "=", storeId)
    .forUpdate()
    .executeTakeFirst();
  const [order] = await readOrders(db, row ? [row] : []);
  if (!row || !order) return undefined;
  const { payment, amount } = chooseRefund(order, request);
  const { id: paymentId, currency } = payment;
  const changes = firstValues({ amount, currency, paymentId });
  await recordChange(db, by, { storeId, action: "order.refund_requested", objectId: orderId, changes }, now);
  const earlier = order.refunds.map(({ id, status }) => `${id} ${status === "failed"}`);
  const idempotencyKey = `refund-${secretHash(JSON.stringify([orderId, paymentId, amount, payment.refunded, earlier]))}`;
  return { paymentId, account: row.account, amount, currency, idempotencyKey };
}

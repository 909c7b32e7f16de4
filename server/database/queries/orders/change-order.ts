import type { Queries } from "../../engines/engine.ts";
import type { OrderRow } from "../../schema.ts";

/** One order, by itself or by what belongs to it. */
export type OrderKey =
  | { id: string; storeId: string }
  | { checkoutSessionId: string }
  | { paymentId: string };

/**
 * Changes an order while nobody else does. All that happens to an order after it was made happens in here: its payments
 * and their outcome, refunds, and its fulfilment. So this is where a transaction can see what has changed about it.
 * @returns whether there is such an order; nothing is applied otherwise
 */
export async function changeOrder(
  db: Queries,
  key: OrderKey,
  apply: (row: OrderRow) => Promise<void>,
): Promise<boolean> {
  const row = await select(db, key).forUpdate().executeTakeFirst();
  if (!row) return false;
  await apply(row);
  return true;
}

function select(db: Queries, key: OrderKey) {
  const orders = db.selectFrom("orders").selectAll();
  if ("checkoutSessionId" in key) return orders.where("checkout_session_id", "=", key.checkoutSessionId);
  if ("id" in key) return orders.where("id", "=", key.id).where("store_id", "=", key.storeId);
  const ofPayment = db
    .selectFrom("order_payments")
    .select("order_id")
    .where("payment_id", "=", key.paymentId);
  return orders.where("id", "in", ofPayment);
}

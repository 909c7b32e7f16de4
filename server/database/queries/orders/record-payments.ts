import type { Payment } from "../../../domain/order.ts";
import type { Queries } from "../../engines/queries.ts";
import { reopenDuplicate } from "../buyers/duplicate-subscriptions.ts";
import { changeOrder } from "./change-order.ts";
import type { OrderAddress } from "./read-orders.ts";

/** A sale, identified by its checkout session, which may have been deleted since. */
export interface SaleReference {
  checkoutSessionId: string;
  /** Null for the platform's own account. */
  account: string | null;
}

/**
 * Records payments on a session's order, once however often they are reported. Does nothing without an order.
 * Returns whether a payment is a renewal: new on an order that was already paid.
 */
export async function recordPayments(
  db: Queries,
  { checkoutSessionId, account }: SaleReference,
  payments: Payment[],
  now: number,
): Promise<boolean> {
  let isRenewal = false;
  if (payments.length === 0) return isRenewal;
  await changeOrder(db, { checkoutSessionId }, now, async ({ id: orderId, store_id: storeId, ...order }) => {
    const earlier = await db
      .selectFrom("order_payments")
      .select("payment_id")
      .where("order_id", "=", orderId)
      .execute();
    await insertPayments(db, { storeId, orderId, account }, payments);
    const known = new Set(earlier.map((payment) => payment.payment_id));
    // The first payment after a trial, for which nothing was paid at checkout, is one too.
    const isPaidFor = known.size > 0 || (order.payment_status === "paid" && order.paid_amount === 0);
    isRenewal = isPaidFor && payments.some(({ id }) => !known.has(id));
  });
  return isRenewal;
}

/** Corrects the times of payments that were recorded before the provider reported them. */
export async function correctPaidAt(db: Queries, payments: Payment[]): Promise<void> {
  for (const { id, paidAt } of payments) {
    await db
      .updateTable("order_payments")
      .set({ paid_at: paidAt })
      .where("payment_id", "=", id)
      .where("paid_at", "<>", paidAt)
      .execute();
  }
}

/** `recordPayments` for an order that is being changed. */
export async function insertPayments(
  db: Queries,
  { storeId, orderId, account }: OrderAddress & { account: string | null },
  payments: Payment[],
): Promise<void> {
  if (payments.length === 0) return;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("order_payments")
    .values(
      payments.map(({ id, invoiceId, amount, currency, paidAt }) => ({
        payment_id: id,
        order_id: orderId,
        store_id: storeId,
        account,
        invoice_id: invoiceId,
        amount,
        currency,
        paid_at: paidAt,
      })),
    )
    .onConflict((c) => c.column("payment_id").doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 0n) await reopenDuplicate(db, orderId);
}

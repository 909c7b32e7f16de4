import type { CheckoutSessionRecord } from "../../../domain/checkout-session.ts";
import { newId } from "../../../domain/ids.ts";
import type { Payment } from "../../../domain/order.ts";
import type { Queries } from "../../engines/queries.ts";
import type { OrderRow } from "../../schema.ts";
import { lockStore } from "../lock-store.ts";
import { amountsToColumns, purchaseColumns } from "../purchase-columns.ts";
import { changeOrder } from "./change-order.ts";
import { nextNumber } from "./number-orders.ts";
import { insertTerms } from "./order-terms.ts";
import { insertPayments } from "./record-payments.ts";

/** The payment details of a completed session. */
export interface OrderMoney {
  paymentId: string | null;
  paid: { amount: number; currency: string } | null;
  payments: Payment[];
}

/**
 * Creates a complete session's order, exactly once however often the session is settled, and records the
 * payment's outcome on it. Returns whether the order is new.
 */
export async function saveOrder(
  db: Queries,
  session: CheckoutSessionRecord,
  { paymentId, paid, payments }: OrderMoney,
  now: number,
): Promise<boolean> {
  const last = await lastOrder(db, session.storeId);
  const made = await db
    .insertInto("orders")
    .values({
      ...purchaseColumns(session),
      id: newId("order"),
      checkout_session_id: session.id,
      payment_id: null,
      payment_status: "pending",
      paid_amount: null,
      paid_currency: null,
      fulfilled_at: null,
      tracking: null,
      // Later than all other orders, even if a clock is ahead: a client that reads a list down to a known order
      // must not miss one.
      created_at: Math.max(now, (last?.created_at ?? 0) + 1),
      number: nextNumber(last),
      has_terms: 1,
      placed_at: session.completedAt ?? session.createdAt,
    })
    .onConflict((c) => c.column("checkout_session_id").doNothing())
    .executeTakeFirst();
  const isNew = made.numInsertedOrUpdatedRows !== 0n;
  const savePayment = async (row: OrderRow) => {
    const { id } = row;
    if (isNew) await insertTerms(db, [row]);
    await db
      .updateTable("orders")
      .set({
        payment_id: paymentId,
        payment_status: session.paymentOutcome ?? "pending",
        paid_amount: paid?.amount ?? null,
        paid_currency: paid?.currency ?? null,
        // An order that a version without amounts created gets them with the next report.
        ...(session.amounts && amountsToColumns(session.amounts)),
      })
      .where("id", "=", id)
      .execute();
    await insertPayments(db, { storeId: row.store_id, orderId: id, account: session.account }, payments);
  };
  await changeOrder(db, { checkoutSessionId: session.id }, now, savePayment, { isNew });
  return isNew;
}

/** The store's most recently recorded order. Locks the store, so that its orders are recorded one after the other. */
async function lastOrder(db: Queries, storeId: string) {
  await lockStore(db, storeId);
  return db
    .selectFrom("orders")
    .select(["created_at", "number"])
    .where("store_id", "=", storeId)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../server/database/schema.ts";

interface RefundedOrder {
  storeId: string;
  orderId: string;
  paymentId: string;
}

/** Adds a paid order of 200 cents whose refund failed. */
export async function addFailedRefund(
  db: Kysely<Tables>,
  { storeId, orderId, paymentId, refundId }: RefundedOrder & { refundId: string },
  content: string | null = null,
): Promise<void> {
  await sql`
    insert into orders (id, store_id, checkout_session_id, lines, total, currency, created_at, payment_status)
    values (${orderId}, ${storeId}, ${`chk_${orderId}`}, '[]', 200, 'eur', 1, 'paid')`.execute(db);
  await sql`
    insert into order_payments (payment_id, order_id, amount, currency, paid_at)
    values (${paymentId}, ${orderId}, 200, 'eur', 1)`.execute(db);
  await sql`
    insert into payment_refunds (id, payment_id, amount, currency, status, created_at, content)
    values (${refundId}, ${paymentId}, 200, 'eur', 'failed', 1, ${content})`.execute(db);
}

/** The statements that refund the order's payment as an amount, with PostgreSQL's parameters. */
export function fullRefund({ orderId, paymentId }: Omit<RefundedOrder, "storeId">): [string, unknown[]][] {
  return [
    ["select id from orders where id = $1 for update", [orderId]],
    [
      `insert into payment_refunds (id, payment_id, amount, currency, status, created_at)
       values ($1, $2, 200, 'eur', 'succeeded', 2)`,
      [`re_full_${orderId}`, paymentId],
    ],
    ["insert into refunds (payment_id, refunded, asked_at) values ($1, 200, 2)", [paymentId]],
  ];
}

/** What the triggers made of the order's refunds. */
export function orderStates(db: Kysely<Tables>, orderId: string) {
  return db
    .selectFrom("orders")
    .select(["refund_state", "failed_refunds"])
    .where("id", "=", orderId)
    .executeTakeFirst();
}

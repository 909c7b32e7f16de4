import { sql } from "kysely";
import { backfill, change, index, type OldTables, type Step } from "./steps.ts";

/**
 * Payments with their store, and orders by placing, each in one index with all columns that the overview's figures need.
 * The column is optional, so that the previous version keeps working; `order_payments_by_time` and
 * `orders_by_placing` stay because it uses them.
 */
export const steps: Step[] = [
  change((db) => db.schema.alterTable("order_payments").addColumn("store_id", "text").execute()),
  backfill({ table: "order_payments", key: "payment_id", fill: fillStores }),
  index({
    name: "order_payments_of_store",
    table: "order_payments",
    definition: sql`(store_id, paid_at, currency, amount)`,
  }),
  // PostgreSQL reads an index alone only if it also has the columns of its expressions.
  index({
    name: "orders_by_placing_and_id",
    table: "orders",
    definition: sql`(store_id, coalesce(placed_at, created_at), id, payment_status, placed_at, created_at)`,
  }),
];

function fillStores(db: OldTables, paymentIds: string[]): Promise<unknown> {
  return sql`
    update order_payments set store_id = (select store_id from orders where orders.id = order_payments.order_id)
    where store_id is null and payment_id in (${sql.join(paymentIds)})
  `.execute(db);
}

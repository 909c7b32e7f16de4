import { sql } from "kysely";
import { backfill, change, index, type OldTables, type Step } from "./steps.ts";

/** Each refund, the cart of an order, and whether the order is fulfilled. */
export const steps: Step[] = [
  change(extendOrders),
  backfill({ table: "orders", key: "id", fill: fillCarts }),
  // The indexes follow the list's order, so that reading stops once a page is full.
  ...["cart_id", "member_id", "payment_status"].map((column) =>
    index({
      name: `orders_by_${column}`,
      table: "orders",
      definition: sql`(store_id, ${sql.ref(column)}, created_at)`,
    }),
  ),
  index({
    name: "orders_unfulfilled",
    table: "orders",
    definition: sql`(store_id, created_at) where fulfilled_at is null`,
  }),
  change(createRefunds),
];

async function extendOrders(db: OldTables): Promise<void> {
  for (const column of ["cart_id", "tracking"]) {
    await db.schema.alterTable("orders").addColumn(column, "text").execute();
  }
  await db.schema.alterTable("orders").addColumn("fulfilled_at", "bigint").execute();
}

async function fillCarts(db: OldTables, ids: string[]): Promise<void> {
  await sql`
    update orders set cart_id = (select cart_id from checkout_sessions where id = orders.checkout_session_id)
    where id in (${sql.join(ids)})
  `.execute(db);
}

async function createRefunds(db: OldTables): Promise<void> {
  await db.schema
    .createTable("payment_refunds")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("payment_id", "text", (c) => c.notNull())
    .addColumn("amount", "bigint", (c) => c.notNull())
    .addColumn("currency", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("payment_refunds_of_payment")
    .on("payment_refunds")
    .column("payment_id")
    .execute();
}

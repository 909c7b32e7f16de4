import { type Kysely, sql } from "kysely";

/** Each refund, the cart of an order, and whether the order is fulfilled. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["cart_id", "tracking"]) {
    await db.schema.alterTable("orders").addColumn(column, "text").execute();
  }
  await db.schema.alterTable("orders").addColumn("fulfilled_at", "bigint").execute();
  await sql`
    update orders set cart_id = (select cart_id from checkout_sessions where id = orders.checkout_session_id)
  `.execute(db);
  // Filters are read in the list's order, so that a page ends the reading.
  for (const column of ["cart_id", "member_id", "payment_status"]) {
    await db.schema
      .createIndex(`orders_by_${column}`)
      .on("orders")
      .columns(["store_id", column, "created_at"])
      .execute();
  }
  await sql`create index orders_unfulfilled on orders (store_id, created_at) where fulfilled_at is null`.execute(
    db,
  );

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

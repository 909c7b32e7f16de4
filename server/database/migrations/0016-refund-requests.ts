import { type Kysely, sql } from "kysely";

/** Refund requests, recorded before the provider is called. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("refund_requests")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("order_id", "text", (c) => c.notNull().references("orders.id"))
    .addColumn("payment_id", "text", (c) => c.notNull())
    .addColumn("account", "text")
    .addColumn("amount", "bigint", (c) => c.notNull())
    .addColumn("currency", "text", (c) => c.notNull())
    .addColumn("is_remainder", "integer", (c) => c.notNull())
    .addColumn("token", "text")
    .addColumn("actor_kind", "text", (c) => c.notNull())
    .addColumn("actor_id", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("refund_id", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("answered_at", "bigint")
    .execute();
  await db.schema.createIndex("refund_requests_of_order").on("refund_requests").column("order_id").execute();
  await sql`create index refund_requests_settled on refund_requests (created_at) where status <> 'open'`.execute(
    db,
  );
}

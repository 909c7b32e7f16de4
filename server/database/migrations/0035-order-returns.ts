import type { Kysely } from "kysely";

/** What buyers send back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("order_returns")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("order_id", "text", (c) => c.notNull())
    .addColumn("lines", "text", (c) => c.notNull())
    .addColumn("reason", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("received_at", "bigint")
    .addColumn("restocked", "text", (c) => c.notNull())
    .addColumn("refund_id", "text")
    .execute();
  await db.schema
    .createIndex("returns_of_order")
    .on("order_returns")
    .columns(["order_id", "created_at"])
    .unique()
    .execute();
}

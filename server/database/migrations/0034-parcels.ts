import type { Kysely } from "kysely";

/** The parcels in which orders are sent. Orders that older versions mark as fulfilled have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("parcels")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("order_id", "text", (c) => c.notNull())
    .addColumn("lines", "text", (c) => c.notNull())
    .addColumn("tracking", "text")
    .addColumn("sent_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("parcels_of_order")
    .on("parcels")
    .columns(["order_id", "sent_at"])
    .unique()
    .execute();
}

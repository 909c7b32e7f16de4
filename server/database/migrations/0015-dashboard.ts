import type { Kysely } from "kysely";

/** Until when a dispute has to be answered, and lists of subscriptions by page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("disputes").addColumn("due_at", "bigint").execute();
  await db.schema
    .createIndex("subscriptions_of_store")
    .on("subscriptions")
    .columns(["store_id", "id"])
    .execute();
}

import type { Kysely } from "kysely";

/** The prices that a merchant gave to an existing subscription. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("subscriptions").addColumn("price_changes", "text").execute();
}

import type { Kysely } from "kysely";

/** The request that a refund request with another token repeats. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("refund_requests").addColumn("repeats", "text").execute();
}

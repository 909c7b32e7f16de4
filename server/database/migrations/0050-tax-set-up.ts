import type { Kysely } from "kysely";

/** Whether the store's account was last seen set up to calculate tax; null if it wasn't asked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("stores").addColumn("tax_set_up", "integer").execute();
}

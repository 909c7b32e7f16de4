import type { Kysely } from "kysely";

/** What was put back in stock without having been sent, and whether nothing else is left to send. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("orders").addColumn("restocks", "text").execute();
  await db.schema.alterTable("orders").addColumn("nothing_to_send", "integer").execute();
}

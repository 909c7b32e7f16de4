import type { Kysely } from "kysely";

/** A caller's own texts with a checkout session and its order; null in both where there are none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["checkout_sessions", "orders"]) {
    await db.schema.alterTable(table).addColumn("metadata", "text").execute();
  }
}

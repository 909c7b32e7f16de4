import type { Kysely } from "kysely";

/** How much of a file may still be read through an address as the rest of a download that was counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("download_links")
    .addColumn("rest_bytes", "bigint", (c) => c.notNull().defaultTo(0))
    .execute();
}

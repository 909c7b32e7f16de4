import type { Kysely } from "kysely";

/** When a key expires, and when it was last used. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["expires_at", "last_used_at"]) {
    await db.schema.alterTable("api_keys").addColumn(column, "bigint").execute();
  }
}

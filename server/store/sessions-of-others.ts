import type { Kysely } from "kysely";
import { ownTables } from "./migrate.ts";
import type { Tables } from "./schema.ts";
import { openEngine } from "./store.ts";

/**
 * Whether a database has checkout sessions or orders of another store than the one of this slug, and so may be one
 * that people buy from. It is only read: its tables may be those of another version, or none.
 */
export async function hasSessionsOfOthers(databaseUrl: string, slug: string): Promise<boolean> {
  const engine = await openEngine(databaseUrl);
  try {
    const tables = (await ownTables(engine.read, engine.schema)).map(({ name }) => name);
    for (const table of ["checkout_sessions", "orders"] as const) {
      if (tables.includes(table) && (await hasRowsOfOthers(engine.read, table, slug))) return true;
    }
    return false;
  } finally {
    await engine.close();
  }
}

async function hasRowsOfOthers(
  db: Kysely<Tables>,
  table: "checkout_sessions" | "orders",
  slug: string,
): Promise<boolean> {
  const row = await db
    .selectFrom(table)
    .select("id")
    .where("store_id", "not in", db.selectFrom("stores").select("id").where("slug", "=", slug))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

import { sql } from "kysely";
import { openEngine } from "../../database.ts";
import type { Queries } from "../../engines/queries.ts";
import { ownTables } from "../../migrate.ts";

/** A sample of this size is enough to identify whose sessions they are. */
const maxSessions = 1000;

/**
 * Whether a database has checkouts of a store other than the one with this slug, and so may be in real use.
 * Read-only: its tables may be from another version, or missing.
 * @param isKnown whether a provider session, `cs_…`, is expected there and so doesn't count
 */
export async function hasOtherStoresSessions(
  databaseUrl: string,
  slug: string,
  isKnown: (providerId: string) => boolean,
): Promise<boolean> {
  const engine = await openEngine(databaseUrl);
  try {
    const tables = (await ownTables(engine.read, engine.schema)).map(({ name }) => name);
    if (!tables.includes("checkout_sessions")) return false;
    if ((await otherStoresSessions(engine.read, slug)).some((id) => !isKnown(id))) return true;
    return tables.includes("orders") && (await hasOldOrders(engine.read, slug));
  } finally {
    await engine.close();
  }
}

async function otherStoresSessions(db: Queries, slug: string): Promise<string[]> {
  const rows = await db
    .selectFrom("checkout_sessions")
    .select("provider_id")
    .where("store_id", "not in", db.selectFrom("stores").select("id").where("slug", "=", slug))
    .where("provider_id", "is not", null)
    .orderBy("created_at", "desc")
    .limit(maxSessions)
    .execute();
  return rows.flatMap(({ provider_id }) => (provider_id === null ? [] : [provider_id]));
}

/** Other stores' orders whose sessions have been deleted. */
async function hasOldOrders(db: Queries, slug: string): Promise<boolean> {
  const row = await db
    .selectFrom("orders")
    .leftJoin("checkout_sessions", "checkout_sessions.id", "orders.checkout_session_id")
    .select(sql.lit(1).as("one"))
    .where("orders.store_id", "not in", db.selectFrom("stores").select("id").where("slug", "=", slug))
    .where("checkout_sessions.id", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

import type { Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import * as shop from "./migrations/0001-shop.ts";
import * as payments from "./migrations/0002-payments.ts";
import type { Tables } from "./schema.ts";

/** In order; a migration that has been released is never changed. */
const migrations: Record<string, Migration> = {
  "0001-shop": shop,
  "0002-payments": payments,
};

/** Brings the tables up to date; running it again, or twice at once, changes nothing. Returns what it applied. */
export async function migrateToLatest(db: Kysely<Tables>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw error;
  return results.filter(({ status }) => status === "Success").map(({ migrationName }) => migrationName);
}

import type { Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import * as shop from "./migrations/0001-shop.ts";
import * as payments from "./migrations/0002-payments.ts";
import type { Tables } from "./schema.ts";

/** In order; a migration that has been released is never changed. */
export const migrations: Record<string, Migration> = {
  "0001-shop": shop,
  "0002-payments": payments,
};

/** Whether nothing is left to migrate, so that a process can start while another one migrates. */
export async function isUpToDate(db: Kysely<Tables>, known = migrations): Promise<boolean> {
  const applied = await appliedMigrations(db);
  return Object.keys(known).every((name) => applied.includes(name));
}

/**
 * Brings the tables up to date; running it again changes nothing. Returns what it applied. A database that a newer
 * version has migrated further is left as it is: this version still works with it (CONTRIBUTING.md, "Migrations").
 * The caller sees to it that nobody else migrates meanwhile.
 */
export async function migrateToLatest(db: Kysely<Tables>, known = migrations): Promise<string[]> {
  const newer = (await appliedMigrations(db)).filter((name) => !(name in known));
  const all = { ...known, ...Object.fromEntries(newer.map((name) => [name, { up: async () => {} }])) };
  const migrator = new Migrator({ db, provider: { getMigrations: async () => all } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw error;
  return results.filter(({ status }) => status === "Success").map(({ migrationName }) => migrationName);
}

const ledger = "kysely_migration";

/** None where the tables were never made. */
export async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === ledger)) return [];
  const rows = await db
    .withTables<{ [ledger]: { name: string } }>()
    .selectFrom(ledger)
    .select("name")
    .execute();
  return rows.map(({ name }) => name);
}

import type { ApiError } from "@counterpart/server/errors";
import { type Kysely, sql, type TableMetadata } from "kysely";
import { conflict } from "../domain/error-codes.ts";
import type { Queries } from "./engines/queries.ts";
import * as baseline from "./migrations/0061-baseline.ts";
import * as productPages from "./migrations/0062-product-pages.ts";
import * as refundContent from "./migrations/0064-refund-content.ts";
import * as mailTexts from "./migrations/0065-mail-texts.ts";
import * as agents from "./migrations/0066-agents.ts";
import * as agentEndpoints from "./migrations/0067-agent-endpoints.ts";
import * as refundsMadeAgain from "./migrations/0070-refunds-made-again.ts";
import * as platformEndpoints from "./migrations/0071-platform-endpoints.ts";
import type { Migration } from "./migrations/steps.ts";
import { ledger, runMigrations, type StepRunner } from "./run-migrations.ts";
import type { Tables } from "./schema.ts";
import { refuseDuringMove } from "./transfer/move-marks.ts";

/** The last of the migrations that the baseline replaces. */
const baselineName = "0061-sign-up";
/** The last version that has them. */
const lastStepByStep = "commit b5a0a748e";

/** In order. A released migration is never changed. */
export const migrations: Record<string, Migration> = {
  [baselineName]: baseline,
  "0062-product-pages": productPages,
  "0064-refund-content": refundContent,
  "0065-mail-texts": mailTexts,
  "0066-agents": agents,
  "0067-agent-endpoints": agentEndpoints,
  "0070-refunds-made-again": refundsMadeAgain,
  "0071-platform-endpoints": platformEndpoints,
};

/** Which migrations to run, and in which schema. */
interface Scope {
  known?: Record<string, Migration> | undefined;
  /** Undefined for the database's default. */
  schema?: string | undefined;
}

/** Whether there is nothing to migrate. Lets a process start while another one migrates. */
export async function isUpToDate(
  db: Kysely<Tables>,
  { known = migrations, schema }: Scope = {},
): Promise<boolean> {
  const applied = await appliedMigrations(db, schema);
  return Object.keys(known).every((name) => applied.includes(name));
}

/**
 * Brings the tables up to date in the caller's transaction, which excludes other migrations, and is safe to repeat.
 * Leaves a database of a newer version alone: this version still works with it (CONTRIBUTING.md, "Migrations").
 * @returns the names of the applied migrations
 */
export function migrateToLatest(db: Queries, scope: Scope = {}): Promise<string[]> {
  return migrateInSteps(db, { transaction: (job) => job(db) }, scope);
}

/**
 * The same in the runner's transactions, so that others can read and write meanwhile.
 * @throws CONFLICT while a store is being moved to another database
 */
export async function migrateInSteps(
  db: Queries,
  runner: StepRunner,
  { known = migrations, schema }: Scope = {},
): Promise<string[]> {
  const applied = await appliedMigrations(db, schema);
  const pending = Object.entries(known).filter(([name]) => !applied.includes(name));
  if (applied.length > 0 && pending.length > 0) await refuseDuringMove(db);
  return runMigrations(pending, runner);
}

export interface MigrationStatus {
  /** Those known to this version. */
  applied: string[];
  pending: string[];
  /** Those applied by a newer version. */
  newer: string[];
}

/** @param db undefined when there is no database yet */
export async function migrationStatus(
  db: Kysely<Tables> | undefined,
  schema?: string,
): Promise<MigrationStatus> {
  const done = db ? await appliedMigrations(db, schema) : [];
  const known = Object.keys(migrations);
  return {
    applied: known.filter((name) => done.includes(name)),
    pending: known.filter((name) => !done.includes(name)),
    newer: done.filter((name) => !known.includes(name)),
  };
}

/** Rolls back a dry run: thrown in its transaction, with the names of the applied migrations. */
export class DryRun extends Error {
  readonly applied: string[];

  constructor(applied: string[]) {
    super("a dry run is rolled back");
    this.applied = applied;
  }
}

/** Runs `work` and returns what its dry run applied before the rollback. */
export async function untilUndone(work: () => Promise<string[]>): Promise<string[]> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DryRun) return error.applied;
    throw error;
  }
}

/**
 * Those from the baseline on. Empty when the tables were never created.
 * @throws CONFLICT for tables from before the baseline
 */
export async function appliedMigrations(db: Kysely<Tables>, schema?: string): Promise<string[]> {
  const tables = await ownTables(db, schema);
  if (!tables.some(({ name }) => name === ledger)) return [];
  const rows = await db
    .withTables<{ [ledger]: { name: string } }>()
    .selectFrom(ledger)
    .select("name")
    .execute();
  const names = rows.map(({ name }) => name).filter((name) => name >= baselineName);
  if (names.length === 0 && rows.length > 0) throw tooOld(rows.map(({ name }) => name));
  return names;
}

function tooOld(names: string[]): ApiError {
  return conflict(
    `The database has the tables of an older version (${names.toSorted().at(-1)}), which this version can't update. Run \`migrate\` of ${lastStepByStep} first, and then this version: docs/operating/upgrading.md.`,
  );
}

/** The tables of one schema. The database may also contain another service's tables. */
export async function ownTables(db: Kysely<Tables>, schema?: string): Promise<TableMetadata[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  // SQLite has no schemas.
  if (tables.every((table) => table.schema === undefined)) return tables;
  const own = schema ?? (await currentSchema(db));
  return tables.filter((table) => table.schema === own);
}

async function currentSchema(db: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(db);
  return rows[0]?.name ?? undefined;
}

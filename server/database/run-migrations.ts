import { setTimeout as pause } from "node:timers/promises";
import { SqliteAdapter, sql } from "kysely";
import type { Queries } from "./engines/queries.ts";
import { type Backfill, type Index, type Migration, type Step, stepsOf } from "./migrations/steps.ts";

/** Runs the steps of migrations on one engine. */
export interface StepRunner {
  /** Runs a short job in its own transaction, and retries it after a lock conflict. */
  transaction<T>(job: (db: Queries) => Promise<T>): Promise<T>;
  /** Builds an index outside a transaction, while others write. Absent if the engine can't do that. */
  buildIndex?(index: Index): Promise<void>;
}

/** The names of the applied migrations. Kysely's own migrator used the same table. */
export const ledger = "kysely_migration";
/** The finished steps of a migration. The table exists only while a migration is unfinished. */
const progress = "migration_progress";

type OwnTables = {
  [ledger]: { name: string; timestamp: string };
  [progress]: { name: string; step: number; position: string };
};

const rowsPerBatch = 500;

/**
 * Applies migrations in the given order, step by step.
 * @returns the names of those that this call finished
 */
export async function runMigrations(pending: [string, Migration][], runner: StepRunner): Promise<string[]> {
  const applied: string[] = [];
  if (pending.length === 0) return applied;
  await runner.transaction(createLedger);
  for (const [name, migration] of pending) {
    if (await runMigration(name, stepsOf(migration), runner)) applied.push(name);
  }
  await runner.transaction(dropProgress);
  return applied;
}

/** @returns false when another process finished it */
async function runMigration(name: string, steps: readonly Step[], runner: StepRunner): Promise<boolean> {
  for (;;) {
    const startedAt = performance.now();
    const next = await runner.transaction((db) => advance(db, name, steps, runner));
    if (next === "finished") return true;
    if (next === "applied before") return false;
    if (typeof next === "object") {
      await runner.buildIndex?.(next.index);
      await runner.transaction((db) => save(tablesOf(db), { name, step: next.at + 1, position: "" }));
    }
    // Leaves requests at least as much database time as the backfill takes.
    if (next === "batch") await pause(performance.now() - startedAt);
  }
}

type Advanced = "applied before" | "finished" | "change" | "batch" | { index: Index; at: number };

/** Runs the next step, or its next batch, and records the progress. */
async function advance(
  db: Queries,
  name: string,
  steps: readonly Step[],
  { buildIndex }: StepRunner,
): Promise<Advanced> {
  const tables = tablesOf(db);
  if (await isApplied(tables, name)) return "applied before";
  const { step: at, position } = await readProgress(tables, name);
  const step = steps[at];
  if (step === undefined) {
    await finish(tables, name);
    return "finished";
  }
  if (step.kind === "backfill") {
    const keys = await fillBatch(db, step, position);
    const isLast = keys.length < rowsPerBatch;
    await save(tables, { name, step: isLast ? at + 1 : at, position: isLast ? "" : (keys.at(-1) ?? "") });
    return isLast ? "change" : "batch";
  }
  if (step.kind === "change") await step.run(db);
  else if (!isFor(step, db)) await save(tables, { name, step: at + 1, position: "" });
  else if (buildIndex) return { index: step, at };
  else await indexStatement(step).execute(db);
  await save(tables, { name, step: at + 1, position: "" });
  return "change";
}

async function fillBatch(db: Queries, { table, key, fill }: Backfill, after: string): Promise<string[]> {
  const rows = await db
    .withTables<Record<string, Record<string, string>>>()
    .selectFrom(table)
    .select(sql.ref<string>(key).as("key"))
    .where(sql.ref(key), ">", after)
    .orderBy(sql.ref(key))
    .limit(rowsPerBatch)
    .forNoKeyUpdate()
    .execute();
  const keys = rows.map((row) => row.key);
  if (keys.length > 0) await fill(db, keys);
  return keys;
}

function isFor({ onlyOn }: Index, db: Queries): boolean {
  const engine = db.getExecutor().adapter instanceof SqliteAdapter ? "sqlite" : "postgres";
  return onlyOn === undefined || onlyOn === engine;
}

/** The statement that creates an index, unless one with its name exists. */
export function indexStatement(
  { name, table, definition, isUnique }: Index,
  { schema, isConcurrent = false }: { schema?: string | undefined; isConcurrent?: boolean } = {},
) {
  const place = sql.table(schema === undefined ? table : `${schema}.${table}`);
  const words = ["create", isUnique && "unique", "index", isConcurrent && "concurrently", "if not exists"];
  return sql`${sql.raw(words.filter(Boolean).join(" "))} ${sql.id(name)} on ${place} ${definition}`;
}

function tablesOf(db: Queries) {
  return db.withTables<OwnTables>();
}

type WithOwnTables = ReturnType<typeof tablesOf>;

async function createLedger(db: Queries): Promise<void> {
  await db.schema
    .createTable(ledger)
    .ifNotExists()
    .addColumn("name", "varchar(255)", (c) => c.notNull().primaryKey())
    .addColumn("timestamp", "varchar(255)", (c) => c.notNull())
    .execute();
}

async function isApplied(db: WithOwnTables, name: string): Promise<boolean> {
  const row = await db.selectFrom(ledger).select("name").where("name", "=", name).executeTakeFirst();
  return row !== undefined;
}

async function readProgress(db: WithOwnTables, name: string) {
  await db.schema
    .createTable(progress)
    .ifNotExists()
    .addColumn("name", "text", (c) => c.primaryKey())
    .addColumn("step", "integer", (c) => c.notNull())
    .addColumn("position", "text", (c) => c.notNull())
    .execute();
  const row = await db.selectFrom(progress).selectAll().where("name", "=", name).executeTakeFirst();
  return row ?? { step: 0, position: "" };
}

async function save(db: WithOwnTables, row: OwnTables[typeof progress]): Promise<void> {
  const { step, position } = row;
  await db
    .insertInto(progress)
    .values(row)
    .onConflict((c) => c.column("name").doUpdateSet({ step, position }))
    .execute();
}

async function finish(db: WithOwnTables, name: string): Promise<void> {
  const now = new Date().toISOString();
  const { last } = await db
    .selectFrom(ledger)
    .select(({ fn }) => fn.max("timestamp").as("last"))
    .executeTakeFirstOrThrow();
  // Older versions refuse a ledger that isn't in the order of the names, and clocks differ.
  await db
    .insertInto(ledger)
    .values({ name, timestamp: last !== null && last > now ? last : now })
    .execute();
  await db.deleteFrom(progress).where("name", "=", name).execute();
}

/** Drops the progress table, unless another process is running a migration unknown to this version. */
async function dropProgress(db: Queries): Promise<void> {
  await readProgress(tablesOf(db), "");
  const left = await tablesOf(db).selectFrom(progress).select("name").limit(1).executeTakeFirst();
  if (left === undefined) await db.schema.dropTable(progress).execute();
}

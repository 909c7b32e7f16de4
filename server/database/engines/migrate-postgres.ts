import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { appliedMigrations, DryRun, migrateInSteps, migrateToLatest, untilUndone } from "../migrate.ts";
import type { Index } from "../migrations/steps.ts";
import { indexStatement, type StepRunner } from "../run-migrations.ts";
import type { Tables } from "../schema.ts";
import type { MigrateOptions } from "./engine.ts";
import type { Queries } from "./queries.ts";
import { setTimeouts } from "./transaction-limits.ts";

/** How long a step waits for a lock on a table. Later queries on that table queue behind it. */
const lockTimeoutMs = 200;
/** How long a step is retried, for example during a backup that reads every table. */
const patienceMs = 120_000;
const maxPauseMs = 1000;
const pollMs = 100;

export interface Migrating extends MigrateOptions {
  /** Runs a job on a separate connection, without time limits. */
  onLongConnection: <T>(job: (db: Kysely<Tables>) => Promise<T>) => Promise<T>;
  schema: string | undefined;
}

/**
 * Migrates once even when ten processes start together: one connection holds the lock in a transaction, which a pooler
 * keeps apart, while another runs the steps. An empty database gets its tables in one transaction.
 */
export function migratePostgres(migrating: Migrating): Promise<string[]> {
  const { onLongConnection } = migrating;
  return untilUndone(() =>
    onLongConnection(async (long) => {
      for (;;) {
        const applied = await whileInTheWay(() =>
          long.transaction().setIsolationLevel("read committed").execute(migrateIfFree(migrating)),
        );
        if (applied) return applied;
        await pause(pollMs);
      }
    }),
  );
}

/** Undefined while another process migrates. Waiting in the transaction would block a concurrent index build. */
function migrateIfFree({ onLongConnection, schema, isDryRun = false, known }: Migrating) {
  return async (holding: Queries): Promise<string[] | undefined> => {
    await prepare(holding, schema);
    if (!(await takeLock(holding, schema))) return undefined;
    if (!isDryRun && (await appliedMigrations(holding, schema)).length > 0) {
      return onLongConnection((working) =>
        migrateInSteps(working, stepRunner({ working, holding, schema }), { known, schema }),
      );
    }
    if (schema !== undefined) await createSchema(holding, schema);
    const applied = await migrateToLatest(holding, { known, schema });
    if (isDryRun) throw new DryRun(applied);
    return applied;
  };
}

async function prepare(transaction: Queries, schema: string | undefined): Promise<void> {
  await setTimeouts(transaction, { lockMs: lockTimeoutMs });
  // For raw SQL in migrations, where table names have no schema.
  if (schema !== undefined) await sql`set local search_path to ${sql.id(schema)}`.execute(transaction);
}

async function takeLock(transaction: Queries, schema: string | undefined): Promise<boolean> {
  // Services in other schemas needn't wait. Older versions take the same lock.
  const lock = schema === undefined ? "counterpart migrations" : `counterpart migrations of ${schema}`;
  const { rows } = await sql<{ isTaken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${lock})) as "isTaken"
  `.execute(transaction);
  return rows[0]?.isTaken === true;
}

async function createSchema(transaction: Queries, schema: string): Promise<void> {
  const { rows } = await sql`select 1 from pg_namespace where nspname = ${schema}`.execute(transaction);
  // `if not exists` would require the CREATE privilege even for a schema that exists.
  if (rows.length === 0) await sql`create schema ${sql.id(schema)}`.execute(transaction);
}

interface Connections {
  working: Kysely<Tables>;
  /** The transaction that holds the lock. */
  holding: Queries;
  schema: string | undefined;
}

function stepRunner({ working, holding, schema }: Connections): StepRunner {
  /** Fails when the connection, and with it the lock, is lost. */
  const checkLock = () => sql`select 1`.execute(holding);
  return {
    async transaction(job) {
      await checkLock();
      return whileInTheWay(() =>
        working.transaction().execute(async (transaction) => {
          await prepare(transaction, schema);
          return job(transaction);
        }),
      );
    },
    async buildIndex(index) {
      await checkLock();
      await withoutTimeouts(working, () => whileInTheWay(() => buildIndex(working, index, schema)));
    },
  };
}

/** Builds an index. A failed build leaves one that slows every write and serves no read, so it is dropped. */
async function buildIndex(db: Kysely<Tables>, index: Index, schema: string | undefined): Promise<void> {
  try {
    await indexStatement(index, { schema, isConcurrent: true }).execute(db);
  } catch (error) {
    await dropBroken(db, index.name, schema);
    throw error;
  }
  // An invalid index was already there, left by a killed process or the first attempt: the connection retries
  // a statement after a deadlock.
  if (await dropBroken(db, index.name, schema)) await buildIndex(db, index, schema);
}

/** @returns whether there was one */
async function dropBroken(db: Kysely<Tables>, name: string, schema: string | undefined): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_index join pg_class on pg_class.oid = indexrelid
    where relname = ${name} and not indisvalid
      and relnamespace = (select oid from pg_namespace where nspname = coalesce(${schema ?? null}, current_schema()))
  `.execute(db);
  if (rows.length === 0) return false;
  const place = schema === undefined ? sql.id(name) : sql.id(schema, name);
  await sql`drop index concurrently if exists ${place}`.execute(db);
  return true;
}

/** Lifts the timeouts of the server or role, which a statement outside a transaction can't lift for itself alone. */
async function withoutTimeouts(db: Kysely<Tables>, job: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings where name in ('statement_timeout', 'lock_timeout') and setting <> '0'
  `.execute(db);
  for (const { name } of rows) await sql`set ${sql.ref(name)} to 0`.execute(db);
  try {
    await job();
  } finally {
    for (const { name } of rows) await sql`reset ${sql.ref(name)}`.execute(db);
  }
}

const inTheWay = ["55P03", "40P01", "40001"];

/** Retries work that gave up waiting for a lock, with pauses that let other queries through. */
async function whileInTheWay<T>(attempt: () => Promise<T>): Promise<T> {
  const until = performance.now() + patienceMs;
  for (let tried = 1; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      const { code = "" } = error as { code?: string };
      if (!inTheWay.includes(code) || performance.now() > until) throw error;
      await pause(Math.random() * Math.min(maxPauseMs, 50 * 2 ** tried));
    }
  }
}

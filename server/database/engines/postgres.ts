import { setTimeout as pause } from "node:timers/promises";
import { Kysely, PostgresAdapter, PostgresDialect, type PostgresPool, sql } from "kysely";
import pg from "pg";
import { DryRun, isUpToDate, migrateToLatest, untilUndone } from "../migrate.ts";
import { type Tables, tableNames } from "../schema.ts";
import { fingerprintInPostgres } from "../transfer/fingerprint.ts";
import { cancelStatement } from "./cancel-statement.ts";
import { ofPostgres } from "./database-errors.ts";
import { postgresAddress } from "./database-url.ts";
import type { DatabaseOptions, Engine, Queries } from "./engine.ts";
import { searchInPostgres } from "./search/search-postgres.ts";
import { statement } from "./statement.ts";
import { withoutZeroCharacters } from "./zero-character.ts";

/** How long the server may take to confirm that a statement was cancelled, before the connection is dropped. */
const lastAnswerMs = 1000;
/** How long a migration or an exclusive write waits for a lock, with others queued behind it, before giving up. */
const lockTimeoutMs = 2000;
/** Enough for look-ups of unknown keys, one ping and one read of the revision at the same time. */
const reservedPoolSize = 6;
const maxAttempts = 5;

// Amounts and instants are far below 2^53, so a bigint is read as a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * PostgreSQL, shared by any number of processes, directly or through a pooler in transaction mode: no setting outlives
 * its transaction, and statements aren't named. A commit is as durable as the server's `synchronous_commit` makes it.
 * @param url `postgres://user:password@host:port/database`, with `?schema=` where it isn't the default one
 */
export function openPostgres(url: string, options: DatabaseOptions = {}): Engine {
  const { poolSize = 20, statementTimeoutMs = 5000, connectTimeoutMs = 3000 } = options;
  const { schema } = postgresAddress(url);
  const { pool, db } = connect(url, { poolSize, connectTimeoutMs, statementTimeoutMs });
  const onLongConnection = <T>(job: (db: Kysely<Tables>) => Promise<T>) =>
    withOwnConnection(url, connectTimeoutMs, job);
  const reserved = connect(url, { poolSize: reservedPoolSize, connectTimeoutMs, statementTimeoutMs });
  return {
    read: db,
    reserved: reserved.db,
    write: (job) => withRetries(() => db.transaction().execute(async (transaction) => job(transaction))),
    writeOne: async (job) => job(db),
    statement: (build) =>
      statement(db, build, async (on, query, parameters) => {
        const bound: typeof query = { ...query, parameters };
        const { rows, numAffectedRows = 0n } = await on.executeQuery(bound);
        return { rows, changes: Number(numAffectedRows) };
      }),
    snapshot: (job) =>
      onLongConnection((long) =>
        long
          .transaction()
          .setIsolationLevel("repeatable read")
          .setAccessMode("read only")
          .execute(async (transaction) => {
            await setTimeouts(transaction, { lockMs: lockTimeoutMs });
            return job(transaction);
          }),
      ),
    writeExclusively: (job) =>
      onLongConnection((long) =>
        long.transaction().execute(async (transaction) => {
          await setTimeouts(transaction, { lockMs: lockTimeoutMs });
          const tables = tableNames.map((name) => tableIn(schema, name));
          // Readers aren't blocked.
          await sql`lock table ${sql.join(tables)} in exclusive mode`.execute(transaction);
          return job(transaction);
        }),
      ),
    fingerprint: fingerprintInPostgres,
    zeroCharacters: () => sql`0`,
    searchProducts: searchInPostgres,
    async tidyProducts(db) {
      await sql`analyze ${tableIn(schema, "products")}`.execute(db);
    },
    version: () => undefined,
    isRemote: true,
    ...(schema !== undefined && { schema }),
    isFull: () => pool.waitingCount > 0,
    load: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    migrate: async ({ isDryRun = false } = {}) =>
      (await isUpToDate(db, { schema }))
        ? []
        : untilUndone(() => onLongConnection((long) => migrate(long, schema, isDryRun))),
    close: async () => {
      await Promise.all([db.destroy(), reserved.db.destroy()]);
    },
  };
}

function tableIn(schema: string | undefined, name: string) {
  return sql.table(schema === undefined ? name : `${schema}.${name}`);
}

interface ConnectionOptions {
  poolSize: number;
  connectTimeoutMs: number;
  /** Undefined for no limit. */
  statementTimeoutMs?: number;
}

function connect(url: string, options: ConnectionOptions): { pool: pg.Pool; db: Kysely<Tables> } {
  const { poolSize, connectTimeoutMs, statementTimeoutMs } = options;
  const { connectionString, schema } = postgresAddress(url);
  const pool = new pg.Pool({
    connectionString,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    application_name: "counterpart",
    ...(statementTimeoutMs !== undefined && { query_timeout: statementTimeoutMs + lastAnswerMs }),
  });
  // A connection that breaks is replaced by the next query. An `error` event without a listener would end the process.
  // The pool listens on idle connections only, so the ones in a transaction need a listener too.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const db = new Kysely<Tables>({
    dialect: new Dialect({ pool: withStatementTimeout(pool, statementTimeoutMs) }),
  });
  return { pool, db: schema === undefined ? db : db.withSchema(schema) };
}

class Dialect extends PostgresDialect {
  override createAdapter() {
    return new Adapter();
  }
}

/**
 * Kysely's own migration lock belongs to the connection, which a pooler keeps after its user has gone. Ours doesn't.
 */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/**
 * A pool that gives up statements that take too long, on the server too, and never reuses a connection whose statement
 * wasn't answered: the next one would wait as long. In a transaction the server enforces the same limits, in case this
 * process dies; they are sent with its first statement, so they cost no round trip. A single statement holds no lock
 * between two round trips, so it needs none. Statements aren't named, because a named `select *` fails after a
 * migration has added a column.
 */
function withStatementTimeout(pool: pg.Pool, statementTimeoutMs?: number): PostgresPool {
  const bounds = `set local statement_timeout = ${statementTimeoutMs}; set local idle_in_transaction_session_timeout = ${statementTimeoutMs}`;
  return {
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        throw ofPostgres(error);
      });
      let lost: unknown;
      let wasCancelled = false;
      let isTransaction = false;
      // biome-ignore lint/suspicious/noExplicitAny: Kysely's type has cursors too, which aren't used.
      const query: any = (statement: string, values: readonly unknown[] = []) => {
        isTransaction ||= statement.startsWith("begin") || statement.startsWith("start transaction");
        const attempt = () => queryOnce(statement, values);
        // What is part of a transaction can't be run again alone.
        return isTransaction ? attempt() : withRetries(attempt);
      };
      const queryOnce = async (statement: string, values: readonly unknown[]) => {
        if (lost) throw lost;
        const isBounded = statementTimeoutMs !== undefined;
        const timer = isBounded
          ? setTimeout(() => {
              wasCancelled = true;
              cancelStatement(client);
            }, statementTimeoutMs)
          : undefined;
        try {
          const text = isBounded && statement === "begin" ? `begin; ${bounds}` : statement;
          return await client.query(text, values.map(storable));
        } catch (error) {
          if (!(error instanceof pg.DatabaseError)) lost = error;
          throw ofPostgres(error);
        } finally {
          clearTimeout(timer);
        }
      };
      return {
        query,
        // A late cancellation would hit the next statement.
        release: (destroy) => client.release(lost !== undefined || wasCancelled || destroy),
      };
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

function storable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(storable);
  return typeof value === "string" ? withoutZeroCharacters(value) : value;
}

/** A connection for one job, without the limits of those for requests. */
async function withOwnConnection<T>(
  url: string,
  connectTimeoutMs: number,
  job: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  const { db } = connect(url, { poolSize: 1, connectTimeoutMs });
  try {
    return await job(db);
  } finally {
    await db.destroy();
  }
}

/** Lifts the limits for this transaction: a server or a role may have limits by default. */
async function setTimeouts(transaction: Queries, { lockMs }: { lockMs: number }): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
  await sql`set local lock_timeout = ${sql.lit(lockMs)}`.execute(transaction);
}

const serializationFailure = "40001";
const deadlock = "40P01";
const lockNotAvailable = "55P03";

/** Conflicting transactions or statements: PostgreSQL rolls one back, and it can simply run again. */
async function withRetries<T>(
  attempt: () => Promise<T>,
  causes = [serializationFailure, deadlock],
): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      const { code = "" } = error as { code?: string };
      if (!causes.includes(code) || tried >= maxAttempts) throw error;
      await pause(Math.random() * 10 * 2 ** tried);
    }
  }
}

/**
 * Migrates once even when ten processes start together, all of it or nothing. The lock ends with the transaction. A
 * migration may take as long as it needs, but while it waits for a table in use, everybody queues behind it: so it
 * gives up the wait and tries again.
 */
async function migrate(db: Kysely<Tables>, schema: string | undefined, isDryRun: boolean): Promise<string[]> {
  // Services in other schemas needn't wait. Older versions take the same lock.
  const lock = schema === undefined ? "counterpart migrations" : `counterpart migrations of ${schema}`;
  return withRetries(
    () =>
      db.transaction().execute(async (transaction) => {
        await setTimeouts(transaction, { lockMs: 0 });
        await sql`select pg_advisory_xact_lock(hashtext(${lock}))`.execute(transaction);
        await setTimeouts(transaction, { lockMs: lockTimeoutMs });
        // For raw SQL in migrations, where table names have no schema.
        if (schema !== undefined) await sql`set local search_path to ${sql.id(schema)}`.execute(transaction);
        const applied = await migrateToLatest(transaction, { schema });
        if (isDryRun) throw new DryRun(applied);
        return applied;
      }),
    [lockNotAvailable],
  );
}

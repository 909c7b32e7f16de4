import { type Kysely, sql } from "kysely";
import { DryRun, isUpToDate, migrateToLatest, untilUndone } from "../migrate.ts";
import { type Tables, tableNames } from "../schema.ts";
import { fingerprintInPostgres } from "../transfer/fingerprint.ts";
import { postgresAddress } from "./database-url.ts";
import type { DatabaseOptions, Engine, Queries } from "./engine.ts";
import { checkWritable, connect, newServerState, withOwnConnection, withRetries } from "./postgres-pool.ts";
import { searchInPostgres } from "./search/search-postgres.ts";
import { statement } from "./statement.ts";

/** How long a migration or an exclusive write waits for a lock, with others queued behind it, before giving up. */
const lockTimeoutMs = 2000;
/** Enough for look-ups of unknown keys, one ping and one read of the revision at the same time. */
const reservedPoolSize = 6;

/**
 * PostgreSQL, shared by any number of processes, directly or through a pooler in transaction mode: no setting outlives
 * its transaction, and statements aren't named. A commit is as durable as the server's `synchronous_commit` makes it.
 * @param url `postgres://user:password@host:port/database`, with `?schema=` where it isn't the default one
 */
export function openPostgres(url: string, options: DatabaseOptions = {}): Engine {
  const { poolSize = 20, statementTimeoutMs = 5000, connectTimeoutMs = 3000 } = options;
  const { schema } = postgresAddress(url);
  const state = newServerState();
  const { pool, db } = connect(url, state, { poolSize, connectTimeoutMs, statementTimeoutMs });
  const onLongConnection = <T>(job: (db: Kysely<Tables>) => Promise<T>) =>
    withOwnConnection(url, connectTimeoutMs, job);
  const reserved = connect(url, state, {
    poolSize: reservedPoolSize,
    connectTimeoutMs,
    statementTimeoutMs,
  });
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
    confirmReads: () => db.transaction().execute(async () => {}),
    checkWritable: () => checkWritable(reserved.db, state),
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

/** Lifts the limits for this transaction: a server or a role may have limits by default. */
async function setTimeouts(transaction: Queries, { lockMs }: { lockMs: number }): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
  await sql`set local lock_timeout = ${sql.lit(lockMs)}`.execute(transaction);
}

const lockNotAvailable = "55P03";

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

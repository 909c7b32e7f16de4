import { type Kysely, sql } from "kysely";
import { isUpToDate } from "../migrate.ts";
import type { Replica } from "../replica.ts";
import type { Tables } from "../schema.ts";
import { fingerprintInPostgres } from "../transfer/fingerprint.ts";
import { tableIn } from "../transfer/store-rows.ts";
import { postgresAddress, postgresMistake } from "./database-url.ts";
import type { DatabaseOptions, Engine } from "./engine.ts";
import { migratePostgres } from "./migrate-postgres.ts";
import { checkWritable, connect, newServerState, withOwnConnection, withRetries } from "./postgres-pool.ts";
import type { Queries } from "./queries.ts";
import { searchInPostgres } from "./search/search-postgres.ts";
import { statement } from "./statement.ts";
import { setTimeouts } from "./transaction-limits.ts";

/** How long an exclusive write or a snapshot waits for a lock before giving up. Other queries queue behind it. */
const lockTimeoutMs = 2000;
/** Enough for look-ups of unknown keys plus one ping and one read of the revision. */
const reservedPoolSize = 6;

/**
 * PostgreSQL, for any number of processes, directly or through a pooler in transaction mode: no setting outlives its
 * transaction, and statements aren't named. Commits are as durable as the server's `synchronous_commit`.
 * @param url `postgres://user:password@host:port/database`, with `?schema=` for a non-default schema; several
 * hosts in libpq's form, of which the first that accepts writes is used
 */
export function openPostgres(url: string, options: DatabaseOptions = {}): Engine {
  const { poolSize = 20, statementTimeoutMs = 5000, connectTimeoutMs = 3000 } = options;
  const mistake = postgresMistake(url);
  if (mistake !== undefined) throw new Error(`it ${mistake}`);
  const { schema } = postgresAddress(url);
  const state = newServerState();
  const { pool, db } = connect(url, state, { poolSize, connectTimeoutMs, statementTimeoutMs });
  const onLongConnection = <T>(job: (db: Kysely<Tables>) => Promise<T>) =>
    withOwnConnection(url, connectTimeoutMs, job);
  const reserved = connect(url, state, { poolSize: reservedPoolSize, connectTimeoutMs, statementTimeoutMs });
  const analyze = async (on: Queries, table: keyof Tables): Promise<void> => {
    await sql`analyze ${tableIn({ schema }, table)}`.execute(on);
  };
  return {
    read: db,
    reserved: reserved.db,
    write: (job) => withRetries(() => db.transaction().execute(async (transaction) => job(transaction))),
    writeOne: async (job) => job(db),
    statement: (build) => statement(db, build),
    snapshot: (job) =>
      onLongConnection((long) =>
        snapshotOn(long, async (transaction) => {
          await setTimeouts(transaction, { lockMs: lockTimeoutMs });
          return job(transaction);
        }),
      ),
    shortSnapshot: (job) => snapshotOn(db, job),
    writeAtLength: (job, { onSnapshot = false } = {}) =>
      onLongConnection((long) => {
        const transaction = long.transaction();
        const isolated = onSnapshot ? transaction.setIsolationLevel("repeatable read") : transaction;
        return isolated.execute(async (db) => {
          await setTimeouts(db, { lockMs: lockTimeoutMs });
          return job(db);
        });
      }),
    fingerprint: fingerprintInPostgres,
    zeroCharacters: () => sql`0`,
    groupSlug: (table) => sql`(${sql.ref(`${table}.product_group`)}::json ->> 'slug')`,
    searchProducts: searchInPostgres,
    tidyProducts: (db) => analyze(db, "products"),
    analyze,
    isRemote: true,
    ...(schema !== undefined && { schema }),
    isFull: () => pool.waitingCount > 0,
    load: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    maxConnections: { requests: poolSize, reserved: reservedPoolSize },
    confirmReads: () => db.transaction().execute(async () => {}),
    checkWritable: () => checkWritable(reserved.db, state),
    migrate: async (options = {}) =>
      (await isUpToDate(db, { ...options, schema }))
        ? []
        : migratePostgres({ ...options, onLongConnection, schema }),
    close: async () => {
      await Promise.all([db.destroy(), reserved.db.destroy()]);
    },
  };
}

function snapshotOn<T>(db: Kysely<Tables>, job: (transaction: Queries) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(job);
}

/** @param url of a standby, or of a load balancer in front of several */
export function openReplica(url: string, options: DatabaseOptions = {}): Replica {
  const { poolSize = 20, statementTimeoutMs = 5000, connectTimeoutMs = 3000 } = options;
  const limits = { poolSize, connectTimeoutMs, statementTimeoutMs };
  const { db } = connect(url, newServerState(), { ...limits, isReplica: true });
  return {
    onConnection: (read) => db.connection().execute(read),
    onSnapshot: (read) => snapshotOn(db, read),
    close: () => db.destroy(),
  };
}

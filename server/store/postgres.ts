import { setTimeout as pause } from "node:timers/promises";
import { Kysely, PostgresDialect, type PostgresPool, sql } from "kysely";
import pg from "pg";
import type { Engine, Queries } from "./engine.ts";
import { fingerprintInPostgres } from "./fingerprint.ts";
import { isUpToDate, migrateToLatest } from "./migrate.ts";
import { type Tables, tableNames } from "./schema.ts";
import { withoutZeroCharacters } from "./zero-character.ts";

/** For a connection, a new one or one of the pool's. */
const connectionTimeoutMs = 3000;
/** After this, the server gives a statement up. */
const statementTimeoutMs = 5000;
/** After this, the server is given up. */
const answerTimeoutMs = 6000;
/** How long a migration, or who writes alone, stands in everybody's way before it steps back. */
const lockTimeoutMs = 2000;
/** Connections a process; two processes on one small server stay below PostgreSQL's default of 100. */
const mostConnections = 20;
const mostAttempts = 5;

// Amounts and instants are far below 2^53, so a bigint is read as a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * PostgreSQL, as many processes as you like. A commit is durable as the server's `synchronous_commit` says.
 * @param url `postgres://user:password@host:port/database`
 */
export function openPostgres(url: string): Engine {
  const { pool, db } = connect(url, {
    max: mostConnections,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    query_timeout: answerTimeoutMs,
  });
  return {
    read: db,
    write: (job) => retried(() => db.transaction().execute((transaction) => job(transaction))),
    writeOne: (job) => retried(() => job(db)),
    snapshot: (job) =>
      atLength(url, (long) =>
        long
          .transaction()
          .setIsolationLevel("repeatable read")
          .setAccessMode("read only")
          .execute(async (transaction) => {
            await unhurried(transaction);
            return job(transaction);
          }),
      ),
    writeAlone: (job) =>
      atLength(url, (long) =>
        long.transaction().execute(async (transaction) => {
          await unhurried(transaction);
          // Everybody may go on reading.
          await sql`lock table ${sql.join(tableNames.map((name) => sql.table(name)))} in exclusive mode`.execute(
            transaction,
          );
          return job(transaction);
        }),
      ),
    fingerprint: fingerprintInPostgres,
    zeroCharacters: () => sql`0`,
    isRemote: true,
    load: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    migrate: async () => ((await isUpToDate(db)) ? [] : migrate(url)),
    close: () => db.destroy(),
  };
}

function connect(url: string, settings: pg.PoolConfig): { pool: pg.Pool; db: Kysely<Tables> } {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: connectionTimeoutMs,
    keepAlive: true,
    application_name: "counterpart",
    ...settings,
  });
  // A connection that breaks is replaced by the next query. Without listeners it would end the process, whether it was
  // idle, where the pool listens, or between two statements of a transaction, where nobody does.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return { pool, db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: careful(pool) }) }) };
}

/**
 * A pool that never hands out again a connection on which a statement wasn't answered: the next one would wait as
 * long. Statements aren't named, because a named `select *` fails after a migration has added a column.
 */
function careful(pool: pg.Pool): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect();
      let lost: unknown;
      // biome-ignore lint/suspicious/noExplicitAny: Kysely's type has cursors too, which aren't used.
      const query: any = async (statement: string, values: readonly unknown[] = []) => {
        if (lost) throw lost;
        try {
          return await client.query(statement, values.map(storable));
        } catch (error) {
          if (!(error instanceof pg.DatabaseError)) lost = error;
          throw error;
        }
      };
      return {
        query,
        release: (destroy) => client.release(lost !== undefined || destroy),
      };
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

function storable(value: unknown): unknown {
  return typeof value === "string" ? withoutZeroCharacters(value) : value;
}

/** A connection of a job's own, without the limits of those that answer requests. */
async function atLength<T>(url: string, job: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const { db } = connect(url, { max: 1, lock_timeout: lockTimeoutMs });
  try {
    return await job(db);
  } finally {
    await db.destroy();
  }
}

/** A server or a role may have limits by default. */
async function unhurried(transaction: Queries): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
}

const serializationFailure = "40001";
const deadlock = "40P01";
const lockNotAvailable = "55P03";

/** Two transactions that got in each other's way: PostgreSQL undoes one, and it may simply run again. */
async function retried<T>(attempt: () => Promise<T>, causes = [serializationFailure, deadlock]): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      const { code = "" } = error as { code?: string };
      if (!causes.includes(code) || tried >= mostAttempts) throw error;
      await pause(Math.random() * 10 * 2 ** tried);
    }
  }
}

/**
 * Ten processes that start at once migrate once, all of it or nothing. A migration takes the time that it needs, but
 * when it waits for a table in use, everybody waits behind it: so it gives way and tries again.
 */
async function migrate(url: string): Promise<string[]> {
  const { db } = connect(url, { max: 3, lock_timeout: lockTimeoutMs });
  try {
    return await db.connection().execute(async (connection) => {
      await sql`set lock_timeout = 0`.execute(connection);
      await sql`select pg_advisory_lock(hashtext('counterpart migrations'))`.execute(connection);
      return retried(() => migrateToLatest(db), [lockNotAvailable]);
    });
  } finally {
    // The lock ends with its connection.
    await db.destroy();
  }
}

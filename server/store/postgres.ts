import { setTimeout as pause } from "node:timers/promises";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Engine } from "./engine.ts";
import { migrateToLatest } from "./migrate.ts";
import type { Tables } from "./schema.ts";

const connectionTimeoutMs = 5000;
const statementTimeoutMs = 10_000;
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
  const pool = new pg.Pool({
    connectionString: url,
    max: mostConnections,
    connectionTimeoutMillis: connectionTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    application_name: "counterpart",
  });
  // A connection that breaks while idle is replaced by the next query; without a listener it would end the process.
  pool.on("error", () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    read: db,
    write: (job) => retried(() => db.transaction().execute((transaction) => job(transaction))),
    locksRows: true,
    load: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    // Kysely holds an advisory lock, so ten processes that start at once migrate once.
    migrate: () => migrateToLatest(db),
    close: () => db.destroy(),
  };
}

const serializationFailure = "40001";
const deadlock = "40P01";

/** Two transactions that got in each other's way: PostgreSQL undoes one, and it may simply run again. */
async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      const { code } = error as { code?: string };
      if ((code !== serializationFailure && code !== deadlock) || tried >= mostAttempts) throw error;
      await pause(Math.random() * 10 * 2 ** tried);
    }
  }
}

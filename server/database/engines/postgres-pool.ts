import { setTimeout as pause } from "node:timers/promises";
import { Kysely, PostgresDialect, type PostgresPool, sql } from "kysely";
import pg from "pg";
import type { Tables } from "../schema.ts";
import { cancelStatement } from "./cancel-statement.ts";
import { isOutOfSpace, ofPostgres } from "./database-errors.ts";
import { type PostgresHost, postgresAddress } from "./database-url.ts";
import { ReadOnlyServer, requireWritable } from "./read-only-server.ts";
import { isUnconfirmedCommit, UnknownOutcome } from "./unknown-outcome.ts";
import { withoutZeroCharacters } from "./zero-character.ts";

/** How long the server may take to confirm a cancellation before the connection is dropped. */
const lastAnswerMs = 1000;
const maxAttempts = 5;

// Amounts and instants are far below 2^53, so bigints are read as numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface ConnectionOptions {
  poolSize: number;
  connectTimeoutMs: number;
  /** Undefined for no limit. */
  statementTimeoutMs?: number;
  /** Whether the server may be a standby, because it is only read. */
  isReplica?: boolean;
}

/** What an engine's pools know about their server. */
export interface ServerState {
  /** Incremented when a server turns out to be the wrong one. Connections of earlier generations aren't reused. */
  generation: number;
  /** Whether a commit didn't wait for the synchronous standby, and no later one has. */
  isUnconfirmed: boolean;
  /** Whether a write failed for lack of space, and no check has found any since. */
  isFull: boolean;
}

export function newServerState(): ServerState {
  return { generation: 0, isUnconfirmed: false, isFull: false };
}

export function connect(
  url: string,
  state: ServerState,
  options: ConnectionOptions,
): { pool: pg.Pool; db: Kysely<Tables> } {
  const { poolSize, connectTimeoutMs, statementTimeoutMs } = options;
  const { hosts, schema } = postgresAddress(url);
  const turn = takeTurns(hosts);
  class Client extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: turn.current().connectionString });
    }
  }
  const pool = new pg.Pool({
    Client,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    application_name: "counterpart",
    ...(statementTimeoutMs !== undefined && { query_timeout: statementTimeoutMs + lastAnswerMs }),
  });
  // The next query replaces a broken connection, but an unhandled `error` event would end the process. The
  // pool listens on idle connections only; connections in a transaction need a listener too.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: watchedPool(pool, turn, state, options) }),
  });
  return { pool, db: schema === undefined ? db : db.withSchema(schema) };
}

/** A connection and its state. */
interface Connection {
  generation: number;
  /** Whether a commit on it didn't wait for the synchronous standby. */
  isUnconfirmed: boolean;
}

/**
 * A pool that cancels slow statements on the server too, never reuses a connection with an unanswered one, skips servers
 * that refuse writes, and reports a commit that may be lost as UnknownOutcome (docs/decisions/0027-postgresql.md).
 */
function watchedPool(
  pool: pg.Pool,
  turn: Turn,
  state: ServerState,
  options: ConnectionOptions,
): PostgresPool {
  const { statementTimeoutMs, isReplica = false } = options;
  const bounds = `set local statement_timeout = ${statementTimeoutMs}; set local idle_in_transaction_session_timeout = ${statementTimeoutMs}`;
  const connections = new WeakMap<pg.PoolClient, Connection>();

  /** Gets a connection to the first host that accepts writes, and stays with that host until it fails. */
  async function acquire(): Promise<{ client: pg.PoolClient; connection: Connection }> {
    for (let failed = 1; ; failed++) {
      const host = turn.current();
      try {
        return await acquireCurrent();
      } catch (error) {
        if (failed >= turn.count || !isHostAway(error)) throw error;
        turn.leave(host);
      }
    }
  }

  /** Gets a connection of the current generation. New connections are checked once. */
  async function acquireCurrent(): Promise<{ client: pg.PoolClient; connection: Connection }> {
    for (;;) {
      const client = await pool.connect();
      const known = connections.get(client);
      if (known?.generation === state.generation) return { client, connection: known };
      if (known) {
        client.release(true);
        continue;
      }
      const connection: Connection = { generation: state.generation, isUnconfirmed: false };
      connections.set(client, connection);
      client.on("notice", (notice) => {
        if (isUnconfirmedCommit(notice)) connection.isUnconfirmed = true;
      });
      try {
        if (!isReplica) await requireWritable((sql) => client.query(sql));
      } catch (error) {
        client.release(true);
        throw error;
      }
      return { client, connection };
    }
  }

  return {
    async connect() {
      const { client, connection } = await acquire().catch((error: unknown) => {
        throw ofPostgres(error);
      });
      let lost: unknown;
      let wasCancelled = false;
      let isTransaction = false;
      let needsConfirming = false;
      // biome-ignore lint/suspicious/noExplicitAny: Kysely's type has cursors too, which aren't used.
      const query: any = async (statement: string, values: readonly unknown[] = []) => {
        isTransaction ||= statement.startsWith("begin") || statement.startsWith("start transaction");
        // A statement in a transaction can't be retried alone.
        if (!isTransaction) return withRetries(() => queryOnce(statement, values));
        if (statement === "begin") needsConfirming = true;
        if (statement === "commit" && needsConfirming) await confirmReads((text) => queryOnce(text, []));
        try {
          const result = await queryOnce(statement, values);
          needsConfirming &&= !hasChanges(result);
          return result;
        } catch (error) {
          needsConfirming = false;
          throw error;
        }
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
          const result = await client.query(text, values.map(storable));
          const isCommit = !isTransaction || statement === "commit";
          // Without warnings from the server, a late cancellation may be what ended the wait.
          if (connection.isUnconfirmed || (wasCancelled && isCommit)) {
            state.isUnconfirmed = true;
            throw new UnknownOutcome();
          }
          return result;
        } catch (error) {
          if (endsConnection(error)) lost = error;
          if (isWrongServer(error)) state.generation++;
          if (isOutOfSpace(error)) state.isFull = true;
          throw ofPostgres(error);
        } finally {
          clearTimeout(timer);
        }
      };
      return {
        query,
        // A late cancellation would hit the next statement.
        release: (destroy) =>
          client.release(
            lost !== undefined || wasCancelled || connection.generation !== state.generation || destroy,
          ),
      };
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

/** Which host new connections go to. */
interface Turn {
  count: number;
  current(): PostgresHost;
  /** Moves on to the next host, unless another caller already has. */
  leave(host: PostgresHost): void;
}

function takeTurns(hosts: PostgresHost[]): Turn {
  let at = 0;
  const current = () => hosts[at] as PostgresHost;
  return {
    count: hosts.length,
    current,
    leave(host) {
      if (host === current()) at = (at + 1) % hosts.length;
    },
  };
}

/** Whether another host may work. Not when the pool is exhausted, or when the login or the database is wrong. */
function isHostAway(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return message !== "timeout exceeded when trying to connect" && !/^(?:28|3D)/.test(String(code));
}

/** Whether a connection must be closed after this error. */
function endsConnection(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || /^(?:08|57P|25006$|25P0[34]$)/.test(error.code ?? "");
}

/** Whether the other connections probably lead to the same wrong or hanging server. */
function isWrongServer(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === "25006" || message === "Query read timeout";
}

function hasChanges({ command, rowCount }: pg.QueryResult): boolean {
  return /^(?:INSERT|UPDATE|DELETE|MERGE)$/.test(command) && (rowCount ?? 0) > 0;
}

/**
 * Runs in a transaction that changed nothing, and makes its commit wait for the synchronous standby, if any,
 * as a write's would. What it read is then as durable as a write.
 */
async function confirmReads(run: (sql: string) => Promise<pg.QueryResult>): Promise<void> {
  const { rows } = await run("select current_setting('synchronous_standby_names', true) as names");
  if (rows[0]?.names) await run("select pg_logical_emit_message(true, 'counterpart', '')");
}

/**
 * Rejects when the server refuses writes, and drops all connections to it. After a commit that may be lost, or a write
 * without space, it performs a write, so it rejects until the synchronous standby or the space is back.
 */
export async function checkWritable(db: Kysely<Tables>, state: ServerState): Promise<void> {
  try {
    await requireWritable((text) => sql.raw(text).execute(db));
  } catch (error) {
    if (error instanceof ReadOnlyServer) state.generation++;
    throw ofPostgres(error);
  }
  if (state.isFull) {
    // A new table needs a new block; a change of an existing row may fit into one that is there.
    await db
      .transaction()
      .execute((transaction) =>
        transaction.schema
          .createTable("space")
          .temporary()
          .onCommit("drop")
          .as(transaction.selectFrom("revision").select("n"))
          .execute(),
      );
    state.isFull = false;
  }
  if (!state.isUnconfirmed) return;
  state.isUnconfirmed = false;
  try {
    await db.transaction().execute(async () => {});
  } catch (error) {
    state.isUnconfirmed = true;
    throw error;
  }
}

function storable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(storable);
  return typeof value === "string" ? withoutZeroCharacters(value) : value;
}

/** Runs one job on its own connection, without the time limits for requests. */
export async function withOwnConnection<T>(
  url: string,
  connectTimeoutMs: number,
  job: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  const { db } = connect(url, newServerState(), { poolSize: 1, connectTimeoutMs });
  try {
    return await job(db);
  } finally {
    await db.destroy();
  }
}

const serializationFailure = "40001";
const deadlock = "40P01";

/** Retries after conflicting transactions or statements: PostgreSQL rolls one of them back. */
export async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      const { code = "" } = error as { code?: string };
      if (![serializationFailure, deadlock].includes(code) || tried >= maxAttempts) throw error;
      await pause(Math.random() * 10 * 2 ** tried);
    }
  }
}

import type { Kysely, RawBuilder } from "kysely";
import type { Migration } from "../migrations/steps.ts";
import type { Tables } from "../schema.ts";
import type { Queries } from "./queries.ts";
import type { SearchProducts } from "./search/search.ts";
import type { BuildStatement, Statement } from "./statement.ts";

/** Settings for a database server; the embedded engine ignores them. */
export interface DatabaseOptions {
  /**
   * Connections for callers' requests; 20 unless given. Two processes on a small server then stay below its 100
   * connections, including the six more that each has and one for a command.
   */
  poolSize?: number;
  /** Timeout of a statement; 5000 unless given. */
  statementTimeoutMs?: number;
  /** Timeout for getting a connection, new or pooled; 3000 unless given. */
  connectTimeoutMs?: number;
}

export interface MigrateOptions {
  /** Undoes it all again. Tables are locked meanwhile. */
  isDryRun?: boolean;
  /** By their names; all of this version unless given. */
  known?: Record<string, Migration> | undefined;
}

export interface LongWriteOptions {
  /** The job sees nothing of what others write meanwhile, and fails if it changes the same rows. */
  onSnapshot?: boolean;
}

/** A database: reads, and writes that are durable once they are answered. */
export interface Engine {
  /** For single statements that only read. */
  read: Kysely<Tables>;
  /**
   * The same on a few connections apart from those for callers' requests: for look-ups of unknown keys, pings and reads
   * of the revision. Its users limit their own concurrency.
   */
  reserved: Kysely<Tables>;
  /**
   * Runs a job in a transaction and resolves once it is durable. The job awaits only its own queries, and may be run
   * again from the start; an error from it rolls back and is rethrown. Rows that it decides on are read `for update`,
   * which SQLite's engine ignores, because its writes are serialised anyway.
   */
  write<T>(job: (db: Queries) => Promise<T>): Promise<T>;
  /**
   * The same for a single statement, which needs no explicit transaction. On the embedded engine, statements that read may
   * precede it, since nobody else writes meanwhile.
   */
  writeOne<T>(job: (db: Queries) => Promise<T>): Promise<T>;
  /**
   * Resolves once what was read before is as durable as a write: another process may have failed to make it so. To be
   * called where a request is answered with success because an earlier one has already done its work.
   */
  confirmReads(): Promise<void>;
  /** Rejects while the database answers but takes no writes, or doesn't make them durable. */
  checkWritable(): Promise<void>;
  /** Prepares a statement that requests run often, to be run on `read`, or within a job. */
  statement<Values extends object, Row>(build: BuildStatement<Values, Row>): Statement<Values, Row>;
  /** Runs a read-only job of any length on one snapshot of the data. */
  snapshot<T>(job: (db: Queries) => Promise<T>): Promise<T>;
  /**
   * Runs a job of any length once, in a transaction beside other writers; on the embedded engine they wait for it. An
   * error from it rolls back.
   */
  writeAtLength<T>(job: (db: Queries) => Promise<T>, options?: LongWriteOptions): Promise<T>;
  /** SQL: a 32-bit fingerprint of these columns of a row, the same on every engine. */
  fingerprint(columns: string[]): RawBuilder<unknown>;
  /** SQL: how many of these columns contain a zero character in a row. */
  zeroCharacters(columns: string[]): RawBuilder<unknown>;
  searchProducts: SearchProducts;
  /** To be run when many products were written, with the writes: brings the search and the server's statistics up to date. */
  tidyProducts(db: Queries): Promise<void>;
  /** Whether each statement is a round trip to another process. */
  isRemote: boolean;
  /** The schema of its tables; undefined for the database's default and for engines without schemas. */
  schema?: string;
  /** Whether callers wait for a connection now. */
  isFull(): boolean;
  /** How busy its connections are now. */
  load(): Record<string, number>;
  /** How many connections each of its pools opens at most; empty on the embedded engine. */
  maxConnections: Record<string, number>;
  /** Brings the tables up to date while others read and write. @returns what was applied */
  migrate(options?: MigrateOptions): Promise<string[]>;
  close(): Promise<void>;
}

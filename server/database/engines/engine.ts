import type { Kysely, RawBuilder } from "kysely";
import type { Migration } from "../migrations/steps.ts";
import type { Tables } from "../schema.ts";
import type { Queries } from "./queries.ts";
import type { SearchProducts } from "./search/search.ts";
import type { BuildStatement, Statement } from "./statement.ts";

/** Settings for a database server; the embedded engine ignores them. */
export interface DatabaseOptions {
  /**
   * Connections for callers' requests; default 20. Two processes then stay below a small server's 100
   * connections, including six reserved ones each and one for a command.
   */
  poolSize?: number;
  /** Statement timeout; default 5000. */
  statementTimeoutMs?: number;
  /** Timeout for getting a connection, new or pooled; default 3000. */
  connectTimeoutMs?: number;
}

export interface MigrateOptions {
  /** Rolls everything back at the end. Tables are locked meanwhile. */
  isDryRun?: boolean;
  /** Migrations by name; default: all of this version. */
  known?: Record<string, Migration> | undefined;
}

export interface LongWriteOptions {
  /** The job doesn't see concurrent writes, and fails if it changes the same rows. */
  onSnapshot?: boolean;
}

/** A database: reads, and writes that are durable once they are answered. */
export interface Engine {
  /** For single read-only statements. */
  read: Kysely<Tables>;
  /**
   * The same on a few connections separate from those for callers' requests: for look-ups of unknown keys,
   * pings and reads of the revision. Users limit their own concurrency.
   */
  reserved: Kysely<Tables>;
  /**
   * Runs a job in a transaction, perhaps repeatedly, and resolves once it is durable. It is rolled back if the job throws.
   * The job awaits only its own queries, and reads the rows that it decides on `for update`, which SQLite ignores.
   */
  write<T>(job: (db: Queries) => Promise<T>): Promise<T>;
  /**
   * The same for a single statement without an explicit transaction. On the embedded engine, reads may
   * precede it, because there are no concurrent writes.
   */
  writeOne<T>(job: (db: Queries) => Promise<T>): Promise<T>;
  /**
   * Resolves once everything read before is as durable as a write, even if the process that wrote it failed
   * to confirm it. Call it before answering success because an earlier request already did the work.
   */
  confirmReads(): Promise<void>;
  /** Rejects when the database answers but refuses writes or doesn't make them durable. */
  checkWritable(): Promise<void>;
  /** Prepares a frequent statement, to be run on `read` or within a job. */
  statement<Values extends object, Row>(build: BuildStatement<Values, Row>): Statement<Values, Row>;
  /** Runs a read-only job of any length on one snapshot of the data. */
  snapshot<T>(job: (db: Queries) => Promise<T>): Promise<T>;
  /** The same on a connection for callers' requests, with their time limit for each statement. */
  shortSnapshot<T>(job: (db: Queries) => Promise<T>): Promise<T>;
  /**
   * Runs a job of any length once, in a transaction concurrent with other writers; on the embedded engine
   * they wait for it. An error rolls back.
   */
  writeAtLength<T>(job: (db: Queries) => Promise<T>, options?: LongWriteOptions): Promise<T>;
  /** SQL: a 32-bit fingerprint of these columns of a row, identical on every engine. */
  fingerprint(columns: string[]): RawBuilder<unknown>;
  /** SQL: how many of these columns contain a zero character in a row. */
  zeroCharacters(columns: string[]): RawBuilder<unknown>;
  /** SQL: the slug of the group in this table's `product_group`; null without a group. An index has the same expression. */
  groupSlug(table: string): RawBuilder<string | null>;
  searchProducts: SearchProducts;
  /** Updates the search index and the server's statistics. Run it together with the writes of many products. */
  tidyProducts(db: Queries): Promise<void>;
  /** Updates the server's statistics of a table, which also plans the statements of triggers again. */
  analyze(db: Queries, table: keyof Tables): Promise<void>;
  /** Whether each statement is a round trip to another process. */
  isRemote: boolean;
  /** The schema of its tables; undefined for the database's default and for engines without schemas. */
  schema?: string;
  /** Whether callers are waiting for a connection now. */
  isFull(): boolean;
  /** How busy its connections are now. */
  load(): Record<string, number>;
  /** Maximum connections per pool; empty on the embedded engine. */
  maxConnections: Record<string, number>;
  /**
   * Brings the tables up to date while others read and write.
   * @returns the names of the applied migrations
   */
  migrate(options?: MigrateOptions): Promise<string[]>;
  close(): Promise<void>;
}

import type { Kysely, RawBuilder, Transaction } from "kysely";
import type { Tables } from "../schema.ts";

export type Queries = Kysely<Tables> | Transaction<Tables>;

/** How a database server is used; the embedded engine needs none of it. */
export interface DatabaseOptions {
  /**
   * Connections that work for callers. 20, unless told otherwise: two processes on one small server stay below its 100,
   * with the six that each has beside them, and one more while it migrates.
   */
  poolSize?: number;
  /** After this, a statement is given up. 5000, unless told otherwise. */
  statementTimeoutMs?: number;
  /** For a connection, a new one or one of the pool's. 3000, unless told otherwise. */
  connectTimeoutMs?: number;
}

/** A database: reads, and writes that are durable once they are answered. */
export interface Engine {
  /** For single statements that only read. */
  read: Kysely<Tables>;
  /**
   * The same on a few connections apart from those that work for callers: for look-ups of unknown keys, for pings and for
   * reading the revision. Its users limit their own concurrency.
   */
  reserved: Kysely<Tables>;
  /**
   * Runs a job in a transaction and resolves once it is durable. The job awaits nothing but its own queries, and may
   * run again from the start; what it throws undoes it and is passed on. What it reads to decide on, it reads
   * `for update`: SQLite's writes are serialised anyway, and its engine ignores the words.
   */
  write<T>(job: (db: Queries) => Promise<T>): Promise<T>;
  /** The same for a job of one statement, which needs no transaction around it. */
  writeOne<T>(job: (db: Queries) => Promise<T>): Promise<T>;
  /** Runs a job of any length that only reads, on the data as they were when it began. */
  snapshot<T>(job: (db: Queries) => Promise<T>): Promise<T>;
  /** Runs a job of any length once, in a transaction, while nobody else writes. What it throws undoes it. */
  writeExclusively<T>(job: (db: Queries) => Promise<T>): Promise<T>;
  /** SQL: a number of 32 bits for the values of these columns in a row, the same in every engine. */
  fingerprint(columns: string[]): RawBuilder<unknown>;
  /** SQL: in how many of these columns a row has text with a zero character. */
  zeroCharacters(columns: string[]): RawBuilder<unknown>;
  /** Whether each statement is a round trip to another process. */
  isRemote: boolean;
  /** Where its tables are; undefined where that is the database's default, and where there are no schemas. */
  schema?: string;
  /** Whether callers wait for a connection at this moment. */
  isFull(): boolean;
  /** How busy it is at this moment. */
  load(): Record<string, number>;
  migrate(): Promise<string[]>;
  close(): Promise<void>;
}

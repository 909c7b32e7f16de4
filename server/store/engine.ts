import type { Kysely, Transaction } from "kysely";
import type { Tables } from "./schema.ts";

export type Queries = Kysely<Tables> | Transaction<Tables>;

/** A database: where to read, and how to write so that an answered write survives. */
export interface Engine {
  /** For single statements that only read. */
  read: Kysely<Tables>;
  /**
   * Runs a job in a transaction and resolves once it is durable. The job awaits nothing but its own queries, and may
   * run again from the start; what it throws undoes it and is passed on.
   */
  write<T>(job: (db: Queries) => Promise<T>): Promise<T>;
  /** `select … for update` where the engine needs it. */
  locksRows: boolean;
  /** How busy it is at this moment. */
  load(): Record<string, number>;
  migrate(): Promise<string[]>;
  close(): Promise<void>;
}

import type { Kysely, RawBuilder } from "kysely";

/**
 * One version of the tables. `up` is a single change. Steps run in order, each in its own transaction; after
 * an interruption the next process resumes at the first unfinished step.
 */
export type Migration = { up: Change["run"] } | { steps: readonly Step[] };

// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables as they were then.
export type OldTables = Kysely<any>;

export type Step = Change | Index | Backfill;

/** A change that takes milliseconds regardless of row count: tables, columns, triggers, indexes of new tables. */
export interface Change {
  kind: "change";
  run(db: OldTables): Promise<void>;
}

/** An index on a table that may already have rows. PostgreSQL builds it while others write. */
export interface Index {
  kind: "index";
  name: string;
  table: string;
  /** The part after the table's name: `(store_id, created_at) where fulfilled_at is null`, `using gin (…)`. */
  definition: RawBuilder<unknown>;
  isUnique?: boolean;
  /** Skipped on the other engine. */
  onlyOn?: "postgres" | "sqlite";
}

/** Fills in values for existing rows, a few hundred per transaction. */
export interface Backfill {
  kind: "backfill";
  table: string;
  /** The table's primary key: a single text column. */
  key: string;
  /** Rows are locked. They may already be filled. */
  fill(db: OldTables, keys: string[]): Promise<unknown>;
}

/** Lock at most one existing table in a change: queries on it queue up while the change waits for another. */
export function change(run: Change["run"]): Change {
  return { kind: "change", run };
}

/** @example index({ name: "orders_unfulfilled", table: "orders", definition: sql`(store_id, created_at)` }) */
export function index(one: Omit<Index, "kind">): Index {
  return { kind: "index", ...one };
}

/** @example backfill({ table: "orders", key: "id", fill: (db, ids) => sql`update orders … where id in (${sql.join(ids)})` }) */
export function backfill(one: Omit<Backfill, "kind">): Backfill {
  return { kind: "backfill", ...one };
}

export function stepsOf(migration: Migration): readonly Step[] {
  return "steps" in migration ? migration.steps : [change(migration.up)];
}

import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { Kysely, type SelectModifierNode, SqliteDialect, SqliteQueryCompiler, sql } from "kysely";
import {
  appliedMigrations,
  DryRun,
  isUpToDate,
  migrateInSteps,
  migrateToLatest,
  untilUndone,
} from "../migrate.ts";
import type { Tables } from "../schema.ts";
import { fingerprintOf } from "../transfer/fingerprint.ts";
import { isOutOfSpace } from "./database-errors.ts";
import type { Engine } from "./engine.ts";
import { makePrivate } from "./private-file.ts";
import type { Queries } from "./queries.ts";
import { searchInSqlite } from "./search/search-sqlite.ts";
import { preparedRunner, statement } from "./statement.ts";

/** How long a write waits for another process that is writing. */
const busyTimeoutMs = 5000;

/**
 * The embedded engine: an answered write survives a power loss (WAL, `synchronous=FULL`). One connection reads and
 * one writes; concurrent writes share a commit and its disk flush, and concurrent reads share a transaction.
 * @param file the database file; a missing file or folder is created so that only the owner can read it
 */
export function openSqlite(file: string): Engine {
  makePrivate(file);
  const writing = connect(file);
  writing.exec("PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA busy_timeout=0");
  const reading = connect(file);
  reading.exec("PRAGMA query_only=ON");
  const [writer, reader] = [kyselyOn(writing), kyselyOn(reading)];
  const [runReading, runWriting] = [preparedRunner(reading), preparedRunner(writing)];
  const commits = groupCommits(writing, writer);
  const readTogether = groupReads(reading);
  return {
    read: reader,
    // This connection has no queue: each statement finishes before the next begins.
    reserved: reader,
    write: commits.write,
    writeOne: commits.writeOne,
    statement: (build) =>
      statement(reader, build, (db, { sql, parameters }) =>
        db === writer ? runWriting(sql, parameters) : readTogether(() => runReading(sql, parameters)),
      ),
    snapshot: (job) => snapshot(file, job),
    shortSnapshot: (job) => snapshot(file, job),
    writeAtLength: (job) => commits.write(job),
    fingerprint: (columns) => sql`fingerprint(${sql.join(columns.map((name) => sql.ref(name)))})`,
    zeroCharacters: (columns) =>
      sql.join(
        // SQLite's text functions stop at the first zero character; its blob functions don't.
        columns.map((name) => sql`coalesce(instr(cast(${sql.ref(name)} as blob), x'00') > 0, 0)`),
        sql` + `,
      ),
    groupSlug: (table) => sql`(${sql.ref(`${table}.product_group`)} ->> 'slug')`,
    searchProducts: searchInSqlite,
    async tidyProducts(db) {
      // Merges the index's segments: until then each search reads them all.
      await sql`insert into product_search (product_search) values ('optimize')`.execute(db);
    },
    analyze: async () => {},
    isRemote: false,
    confirmReads: async () => {},
    checkWritable: commits.checkWritable,
    isFull: () => false,
    load: () => ({ waiting: commits.waiting() }),
    maxConnections: {},
    migrate: async ({ isDryRun = false, known } = {}) => {
      if (await isUpToDate(reader, { known })) return [];
      if (!isDryRun && (await appliedMigrations(reader)).length > 0) {
        return migrateInSteps(reader, { transaction: commits.write }, { known });
      }
      return untilUndone(() =>
        commits.write(async (db) => {
          const applied = await migrateToLatest(db, { known });
          if (isDryRun) throw new DryRun(applied);
          return applied;
        }),
      );
    },
    async close() {
      await Promise.all([reader.destroy(), writer.destroy()]);
      for (const database of [reading, writing]) if (database.isOpen) database.close();
    },
  };
}

function connect(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs });
  database.exec("PRAGMA journal_mode=WAL");
  const options = { deterministic: true, varargs: true, useBigIntArguments: true };
  // A number would come back as a float.
  database.function("fingerprint", options, (...values) => BigInt(fingerprintOf(values)));
  return database;
}

/** Uses its own connection: a transaction on the shared one would show other readers old data. */
async function snapshot<T>(file: string, job: (db: Queries) => Promise<T>): Promise<T> {
  const database = connect(file);
  database.exec("PRAGMA query_only=ON");
  const db = kyselyOn(database);
  try {
    return await db.transaction().execute(job);
  } finally {
    await db.destroy();
  }
}

/** Prepared statements kept per connection; more than this program has queries. */
const maxStatements = 500;

type Prepare = (sql: string) => ReturnType<typeof toBetterSqlite>;

function preparer(database: DatabaseSync): Prepare {
  const statements = new Map<string, ReturnType<Prepare>>();
  return (sql) => {
    const known = statements.get(sql);
    if (known) return known;
    if (statements.size >= maxStatements) statements.clear();
    const prepared = toBetterSqlite(database.prepare(sql));
    statements.set(sql, prepared);
    return prepared;
  };
}

function kyselyOn(database: DatabaseSync): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: new Dialect({ database: { close: () => database.close(), prepare: preparer(database) } }),
  });
}

class Dialect extends SqliteDialect {
  override createQueryCompiler() {
    return new QueryCompiler();
  }
}

/** SQLite has no `for update` and doesn't need it: there is only one writer. */
class QueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === "Distinct") super.visitSelectModifier(node);
  }
}

/** Adapts node:sqlite to better-sqlite3's interface, which Kysely's dialect expects. */
function toBetterSqlite(prepared: StatementSync) {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    reader: prepared.columns().length > 0,
    all: (parameters: readonly unknown[]) => prepared.all(...values(parameters)),
    run: (parameters: readonly unknown[]) => prepared.run(...values(parameters)),
    iterate: (parameters: readonly unknown[]) => prepared.iterate(...values(parameters)),
  };
}

interface Read {
  run: () => void;
  failed: (error: unknown) => void;
}

/**
 * Runs the reads that arrive within one turn of the event loop in one transaction: taking and releasing
 * SQLite's locks for each takes longer than the read, and their responses are then written together.
 */
function groupReads(database: DatabaseSync): <T>(read: () => T) => Promise<T> {
  let waiting: Read[] = [];

  function work(): void {
    const group = waiting;
    waiting = [];
    try {
      database.exec("BEGIN");
      for (const { run } of group) run();
      database.exec("COMMIT");
    } catch (error) {
      for (const { failed } of group) failed(error);
    }
  }

  return (read) =>
    new Promise((done, failed) => {
      if (waiting.length === 0) setImmediate(work);
      const run = (): void => {
        try {
          done(read());
        } catch (error) {
          failed(error);
        }
      };
      waiting.push({ run, failed });
    });
}

interface Job {
  /** Only the last statement writes, and SQLite reverts a failed statement itself: a failure needs no rollback. */
  isOneWrite: boolean;
  run: (db: Queries) => Promise<unknown>;
  done: (value: never) => void;
  failed: (error: unknown) => void;
}

interface Commits extends Pick<Engine, "write" | "writeOne" | "checkWritable"> {
  /** How many jobs the next commit will include. */
  waiting(): number;
}

/** Takes more space than any group of jobs usually does. */
const large = "-".repeat(256 * 1024);

/** Collects the jobs that arrive within one turn of the event loop and commits them together. */
function groupCommits(database: DatabaseSync, db: Kysely<Tables>): Commits {
  const attempt = attempts(database, db);
  let waiting: Job[] = [];
  let working = false;
  /** Whether a write failed for lack of space, and no check has succeeded since. */
  let isFull = false;

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      try {
        await retryWhileBusy(() => database.exec("BEGIN IMMEDIATE"));
        const settle: (() => void)[] = [];
        for (const job of group) settle.push(await attempt(job));
        database.exec("COMMIT");
        for (const notify of settle) notify();
      } catch (error) {
        // Work that has no waiting caller may arrive after the database was closed.
        if (database.isOpen && database.isTransaction) database.exec("ROLLBACK");
        for (const job of group) job.failed(error);
      }
    }
    working = false;
  }

  const add = <T>(run: (db: Queries) => Promise<T>, isOneWrite: boolean) =>
    new Promise<T>((done, failed) => {
      const noteAndFail = (error: unknown): void => {
        isFull ||= isOutOfSpace(error);
        failed(error);
      };
      waiting.push({ isOneWrite, run, done, failed: noteAndFail });
      if (working) return;
      working = true;
      setImmediate(work);
    });

  return {
    write: (run) => add(run, false),
    writeOne: (run) => add(run, true),
    async checkWritable() {
      if (!isFull) return;
      // In one commit, the row is deleted before it takes up space.
      await add((db) => db.insertInto("leases").values({ name: large, held_until: 0 }).execute(), true);
      await add((db) => db.deleteFrom("leases").where("name", "=", large).execute(), true);
      isFull = false;
    },
    waiting: () => waiting.length,
  };
}

/**
 * Runs each job that writes more than once in its own savepoint, so that a failure doesn't undo its
 * neighbours.
 * @returns a function that runs a job and resolves to a callback that settles its caller's promise
 */
function attempts(database: DatabaseSync, db: Kysely<Tables>): (job: Job) => Promise<() => void> {
  const savepoint = database.prepare("SAVEPOINT job");
  const release = database.prepare("RELEASE job");
  return async (job) => {
    if (!job.isOneWrite) savepoint.run();
    try {
      const value = await job.run(db);
      if (!job.isOneWrite) release.run();
      return () => job.done(value as never);
    } catch (error) {
      // A full disk or an I/O error may have ended the whole transaction: then the entire group is lost.
      if (!database.isTransaction) throw error;
      if (!job.isOneWrite) database.exec("ROLLBACK TO job; RELEASE job");
      return () => job.failed(error);
    }
  };
}

const busy = 5;

/** SQLite's own waiting would block the whole process; this doesn't. */
async function retryWhileBusy<T>(attempt: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const { errcode = 0 } = error as { errcode?: number };
      if ((errcode & 0xff) !== busy || performance.now() > deadline) throw error;
      await pause(5);
    }
  }
}

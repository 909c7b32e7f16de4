import { sql } from "kysely";
import pg from "pg";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openEngine } from "../../../server/database/database.ts";
import type { Engine } from "../../../server/database/engines/engine.ts";
import { appliedMigrations, ownTables } from "../../../server/database/migrate.ts";
import { backfill, change, index, type Migration } from "../../../server/database/migrations/steps.ts";
import { emptyPostgres, emptySqlite, type TestDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";

/** Not a multiple of a batch. */
const rows = 1234;

const things: Migration = {
  up: async (db) => {
    await db.schema
      .createTable("things")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("size", "integer", (c) => c.notNull())
      .execute();
    // Where the marks of moves are, which a migration looks for.
    await db.schema.createTable("leases").addColumn("name", "text").execute();
    const numbers = sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(rows)})`;
    await sql`insert into things ${numbers} select 'thing_' || i, i from n`.execute(db);
  },
};

const addDouble = change(async (db) => {
  await db.schema.alterTable("things").addColumn("double", "integer").execute();
});
const byDouble = index({ name: "things_by_double", table: "things", definition: sql`(double)` });

function fillDouble(each: (ids: string[]) => void = () => {}) {
  return backfill({
    table: "things",
    key: "id",
    fill: async (db, ids) => {
      each(ids);
      await sql`update things set double = coalesce(double, 0) + 2 * size where id in (${sql.join(ids)})`.execute(
        db,
      );
    },
  });
}

const steps = (...all: Extract<Migration, { steps: unknown }>["steps"]) => ({
  "1-things": things,
  "2-double": { steps: all },
});

function suite(newDatabase: () => Promise<TestDatabase>): void {
  async function openTwo(): Promise<[Engine, Engine]> {
    const testDatabase = await newDatabase();
    const engine = await openEngine(testDatabase.url);
    const other = await openEngine(testDatabase.url);
    onTestFinished(async () => {
      await engine.close();
      await other.close();
      await testDatabase.drop();
    });
    return [engine, other];
  }

  async function open(): Promise<Engine> {
    const [engine] = await openTwo();
    return engine;
  }

  async function openFull(): Promise<Engine> {
    const engine = await open();
    await engine.migrate({ known: { "1-things": things } });
    return engine;
  }

  const sums = async ({ read }: Engine) =>
    (
      await sql<{
        size: number;
        double: number;
      }>`select sum(size) as size, sum(double) as double from things`.execute(read)
    ).rows[0];

  const tables = async ({ read }: Engine) => (await ownTables(read)).map(({ name }) => name).sort();

  test("each row is filled once, in batches, and the columns, values and index exist", async () => {
    const engine = await openFull();
    const batches: number[] = [];
    const known = steps(
      addDouble,
      fillDouble((ids) => batches.push(ids.length)),
      byDouble,
    );
    expect(await engine.migrate({ known })).toEqual(["2-double"]);
    expect(batches).toEqual([500, 500, 234]);
    const { size = 0, double } = (await sums(engine)) ?? {};
    expect(double).toEqual(2 * size);
    await engine.writeOne((db) => db.schema.dropIndex("things_by_double").execute());
    expect(await tables(engine)).toEqual(["kysely_migration", "leases", "things"]);
    expect(await engine.migrate({ known })).toEqual([]);
  });

  test("an interrupted migration continues where it was: no step or batch runs twice", async () => {
    const engine = await openFull();
    let left = 2;
    const failing = fillDouble(() => {
      if (left-- === 0) throw new Error("the process was killed");
    });
    await expect(engine.migrate({ known: steps(addDouble, failing, byDouble) })).rejects.toThrow("killed");
    expect(await appliedMigrations(engine.read)).toEqual(["1-things"]);
    const batches: number[] = [];
    const known = steps(
      addDouble,
      fillDouble((ids) => batches.push(ids.length)),
      byDouble,
    );
    expect(await engine.migrate({ known })).toEqual(["2-double"]);
    expect(batches).toEqual([234]);
    const { size = 0, double } = (await sums(engine)) ?? {};
    expect(double).toEqual(2 * size);
    expect(await tables(engine)).toEqual(["kysely_migration", "leases", "things"]);
  });

  test("two concurrent processes run each step once", async () => {
    const [engine, other] = await openTwo();
    await engine.migrate({ known: { "1-things": things } });
    const batches: number[] = [];
    const known = steps(
      addDouble,
      fillDouble((ids) => batches.push(ids.length)),
      byDouble,
    );
    const applied = await Promise.all([engine.migrate({ known }), other.migrate({ known })]);
    expect(applied.flat()).toEqual(["2-double"]);
    expect(batches).toEqual([500, 500, 234]);
  });

  test("a dry run does all of it, and undoes it", async () => {
    const engine = await openFull();
    const batches: number[] = [];
    const known = steps(
      addDouble,
      fillDouble((ids) => batches.push(ids.length)),
      byDouble,
    );
    expect(await engine.migrate({ known, isDryRun: true })).toEqual(["2-double"]);
    expect(batches).toEqual([500, 500, 234]);
    expect(await appliedMigrations(engine.read)).toEqual(["1-things"]);
    expect(await tables(engine)).toEqual(["kysely_migration", "leases", "things"]);
  });

  test("an empty database is migrated in one transaction", async () => {
    const engine = await open();
    const failing = change(() => Promise.reject(new Error("a mistake")));
    await expect(
      engine.migrate({ known: steps(addDouble, fillDouble(), byDouble, failing) }),
    ).rejects.toThrow("a mistake");
    expect(await tables(engine)).toEqual([]);
    expect(await engine.migrate({ known: steps(addDouble, fillDouble(), byDouble) })).toEqual([
      "1-things",
      "2-double",
    ]);
  });

  test("a unique index on duplicate values fails, and leaves nothing behind", async () => {
    const engine = await openFull();
    await engine.writeOne((db) => sql`update things set size = 1 where size < 3`.execute(db));
    const unique = index({
      name: "things_by_size",
      table: "things",
      definition: sql`(size)`,
      isUnique: true,
    });
    await expect(engine.migrate({ known: steps(addDouble, unique) })).rejects.toThrow();
    await engine.writeOne((db) => sql`insert into things (id, size) values ('again', 1)`.execute(db));
    await engine.writeOne((db) =>
      sql`update things set size = -length(id) - ${rows} where size = 1 and id <> 'again'`.execute(db),
    );
    await engine.writeOne((db) => sql`delete from things where size < 0`.execute(db));
    expect(await engine.migrate({ known: steps(addDouble, unique) })).toEqual(["2-double"]);
    await expect(
      engine.writeOne((db) => sql`insert into things (id, size) values ('more', 1)`.execute(db)),
    ).rejects.toThrow();
  });
}

describe("SQLite:", () => suite(emptySqlite));

withPostgres("PostgreSQL:", (server) => {
  suite(() => emptyPostgres(server));

  test("in a schema, with its index there and nothing in the default one", async () => {
    const testDatabase = await emptyPostgres(server);
    const url = new URL(testDatabase.url);
    url.searchParams.set("schema", "an 'other' \"shop\"");
    const engine = await openEngine(url.href);
    onTestFinished(async () => {
      await engine.close();
      await testDatabase.drop();
    });
    await engine.migrate({ known: { "1-things": things } });
    expect(await engine.migrate({ known: steps(addDouble, fillDouble(), byDouble) })).toEqual(["2-double"]);
    const { rows } = await sql`
      select schemaname as schema from pg_indexes where indexname = 'things_by_double'
    `.execute(engine.read);
    expect(rows).toEqual([{ schema: engine.schema }]);
    expect((await ownTables(engine.read, "public")).map(({ name }) => name)).toEqual([]);
  });

  async function openFull() {
    const testDatabase = await emptyPostgres(server);
    const engine = await openEngine(testDatabase.url);
    const other = new pg.Client({ connectionString: testDatabase.url });
    await other.connect();
    onTestFinished(async () => {
      await other.end();
      await engine.close();
      await testDatabase.drop();
    });
    await engine.migrate({ known: { "1-things": things } });
    return { engine, other };
  }

  const indexes = async ({ read }: Engine) =>
    (
      await sql<{ name: string; isValid: boolean }>`
      select relname as name, indisvalid as "isValid" from pg_index join pg_class on pg_class.oid = indexrelid
      where indrelid = 'things'::regclass and not indisprimary`.execute(read)
    ).rows;

  test("an index waits for older transactions, and writers don't wait for it", async () => {
    const { engine, other } = await openFull();
    await other.query("begin");
    await other.query("insert into things values ('open', 1)");
    const migrating = engine.migrate({ known: steps(byDoubleOfSize) });
    await vi.waitFor(
      async () => expect(await indexes(engine)).toEqual([{ name: "things_by_double", isValid: false }]),
      {
        timeout: 20_000,
      },
    );
    await engine.writeOne((db) => sql`insert into things values ('meanwhile', 1)`.execute(db));
    await engine.writeOne((db) => sql`update things set size = 7 where id = 'thing_1'`.execute(db));
    await other.query("commit");
    expect(await migrating).toEqual(["2-double"]);
    expect(await indexes(engine)).toEqual([{ name: "things_by_double", isValid: true }]);
  });

  test("an invalid index that a killed process left is built again", async () => {
    const { engine, other } = await openFull();
    await other.query("update things set size = 1 where size = 2");
    await expect(
      other.query("create unique index concurrently things_by_double on things (size)"),
    ).rejects.toThrow();
    expect(await indexes(engine)).toEqual([{ name: "things_by_double", isValid: false }]);
    expect(await engine.migrate({ known: steps(byDoubleOfSize) })).toEqual(["2-double"]);
    expect(await indexes(engine)).toEqual([{ name: "things_by_double", isValid: true }]);
  });

  test("a build outlasts the time limits that a role has by default", async () => {
    const { engine, other } = await openFull();
    const {
      rows: [{ name }],
    } = await other.query("select quote_ident(current_database()) as name");
    await other.query(`alter database ${name} set statement_timeout = 300`);
    await other.query(`alter database ${name} set lock_timeout = 300`);
    await other.query("begin");
    await other.query("insert into things values ('open', 1)");
    const migrating = engine.migrate({ known: steps(byDoubleOfSize) });
    await vi.waitFor(async () => expect(await indexes(engine)).toHaveLength(1), { timeout: 20_000 });
    // Longer than the limits.
    await other.query("set statement_timeout = 0");
    await other.query("select pg_sleep(1)");
    expect(await indexes(engine)).toEqual([{ name: "things_by_double", isValid: false }]);
    await other.query("commit");
    expect(await migrating).toEqual(["2-double"]);
  });

  test("a process that loses the lock ends before its next step", async () => {
    const { engine, other } = await openFull();
    const ranWithoutLock = vi.fn(async () => {});
    const known = steps(
      addDouble,
      change(async () => {
        const { rowCount } = await other.query(
          "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
        );
        expect(rowCount).toBe(1);
      }),
      change(ranWithoutLock),
    );
    await expect(engine.migrate({ known })).rejects.toThrow(/terminat|connection error/);
    expect(ranWithoutLock).not.toHaveBeenCalled();
  });
});

const byDoubleOfSize = index({ name: "things_by_double", table: "things", definition: sql`((2 * size))` });

import { SqliteAdapter, sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { openEngine, openExistingDatabase } from "../../../server/database/database.ts";
import type { Engine } from "../../../server/database/engines/engine.ts";
import { migrationStatus, migrations } from "../../../server/database/migrate.ts";
import { createStepwiseTables } from "../../helpers/data/stepwise-tables.ts";
import { emptyPostgres, emptySqlite, type TestDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";

/** Each table, index, trigger and function by its name, as the engine itself describes it. */
async function describeTables({ read }: Engine): Promise<Record<string, string>> {
  const isEmbedded = read.getExecutor().adapter instanceof SqliteAdapter;
  const { rows } = await (isEmbedded ? sqliteObjects : postgresObjects).execute(read);
  return Object.fromEntries(rows.map(({ name, text }) => [name, text.replaceAll(/["\s]/g, "")]));
}

const sqliteObjects = sql<{ name: string; text: string }>`
  select name, sql as text from sqlite_master where sql is not null and name not like 'kysely%' order by name`;

const postgresObjects = sql<{ name: string; text: string }>`
  select 'column ' || table_name || ' ' || ordinal_position as name,
    concat_ws(' ', column_name, data_type, collation_name, is_nullable, column_default) as text
  from information_schema.columns where table_schema = current_schema()
  union all
  select 'index ' || indexname, indexdef from pg_indexes where schemaname = current_schema()
  union all
  select 'constraint ' || conname, conrelid::regclass || ' ' || pg_get_constraintdef(oid)
  from pg_constraint where connamespace = current_schema()::regnamespace
  union all
  select 'trigger ' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all
  select 'function ' || proname, pg_get_functiondef(oid) from pg_proc
  where pronamespace = current_schema()::regnamespace
  order by 1`;

function suite(newDatabase: () => Promise<TestDatabase>): void {
  async function open(): Promise<{ engine: Engine; url: string }> {
    const { url, drop } = await newDatabase();
    const engine = await openEngine(url);
    onTestFinished(async () => {
      await engine.close();
      await drop();
    });
    return { engine, url };
  }

  test("creates what the migrations before it created one after the other", async () => {
    const stepwise = await open();
    await createStepwiseTables(stepwise.url);
    const applied = await stepwise.engine.migrate();
    expect(applied).toEqual(Object.keys(migrations).filter((name) => name > "0062-product-pages"));
    const { engine } = await open();
    expect(await engine.migrate()).toEqual(Object.keys(migrations));
    const created = await describeTables(engine);
    expect(Object.keys(created).length).toBeGreaterThan(150);
    expect(created).toEqual(await describeTables(stepwise.engine));
    const revisions = ({ read }: Engine) => read.selectFrom("revision").selectAll().execute();
    expect(await revisions(engine)).toEqual(await revisions(stepwise.engine));
  });

  test("refuses tables of before it with the version that updates them, and leaves them as they are", async () => {
    const { engine, url } = await open();
    await createStepwiseTables(url);
    await engine.writeOne((db) => sql`delete from kysely_migration where name >= '0061'`.execute(db));
    const before = await describeTables(engine);
    const refusal = {
      code: "CONFLICT",
      message: expect.stringMatching(
        /older version \(0060-store-time-zones\).* `migrate` of commit [0-9a-f]{9} /,
      ),
    };
    await expect(engine.migrate()).rejects.toMatchObject(refusal);
    await expect(engine.migrate({ isDryRun: true })).rejects.toMatchObject(refusal);
    await expect(migrationStatus(engine.read, engine.schema)).rejects.toMatchObject(refusal);
    await expect(openExistingDatabase(url, Date.now)).rejects.toMatchObject(refusal);
    expect(await describeTables(engine)).toEqual(before);
  });
}

describe("the baseline on SQLite", () => suite(emptySqlite));

withPostgres("the baseline on PostgreSQL", (server) => suite(() => emptyPostgres(server)));

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Queries } from "../../server/store/engine.ts";
import { isUpToDate, migrateToLatest, migrations } from "../../server/store/migrate.ts";
import { openEngine } from "../../server/store/store.ts";
import { type Database, emptyPostgres, emptySqlite } from "../helpers/database.ts";
import { withPostgres } from "../helpers/outside.ts";
import { storeSuite } from "./store-suite.ts";

const run = promisify(execFile);
const migrateProcess = fileURLToPath(new URL("./migrate-process.ts", import.meta.url));

/**
 * What the next version may do to the tables while this one goes on working with them: the rule is in
 * CONTRIBUTING.md, "Migrations".
 */
async function migrateToNextVersion(url: string): Promise<void> {
  const engine = await openEngine(url);
  await engine.write(async (db) => {
    for (const { name } of await db.introspection.getTables()) await expand(db, name);
    await db.schema
      .createTable("invented")
      .addColumn("id", "text", (column) => column.primaryKey())
      .execute();
    await sql`insert into kysely_migration values ('9999-next', '2099-01-01T00:00:00.000Z')`.execute(db);
  });
  await engine.close();
}

async function expand(db: Queries, table: string): Promise<void> {
  await db.schema.alterTable(table).addColumn("added", "text").execute();
  await db.schema
    .alterTable(table)
    .addColumn("counted", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex(`${table}_added`).on(table).column("added").execute();
}

function migrationSuite(newDatabase: () => Promise<Database>): void {
  const own = async () => {
    const database = await newDatabase();
    onTestFinished(() => database.drop());
    return database.url;
  };

  test("ten processes that start at once migrate once", async () => {
    const url = await own();
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => run(process.execPath, [migrateProcess, url])),
    );
    const applied = outcomes.map(({ stdout }) => JSON.parse(stdout) as string[]);
    expect(applied.filter(({ length }) => length > 0)).toEqual([Object.keys(migrations)]);
  });

  test("a version that starts after a newer one has migrated applies nothing, and works", async () => {
    const url = await own();
    const first = await openEngine(url);
    expect(await first.migrate()).toEqual(Object.keys(migrations));
    await first.close();
    await migrateToNextVersion(url);
    const old = await openEngine(url);
    onTestFinished(() => old.close());
    expect(await old.migrate()).toEqual([]);
    expect(await old.write((db) => isUpToDate(db))).toBe(true);
    expect(await old.write((db) => migrateToLatest(db))).toEqual([]);
    expect(await old.read.selectFrom("revision").select("n").execute()).toEqual([{ n: 1 }]);
  });

  describe("a version that is running while a newer one migrates goes on:", () => {
    storeSuite(newDatabase, migrateToNextVersion);
  });
}

describe("SQLite", () => migrationSuite(emptySqlite));

withPostgres("PostgreSQL", (server) => migrationSuite(() => emptyPostgres(server)));

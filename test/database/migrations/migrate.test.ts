import { describe, expect, onTestFinished, test } from "vitest";
import { openEngine } from "../../../server/database/database.ts";
import { isUpToDate, migrateToLatest, migrations } from "../../../server/database/migrate.ts";
import { emptyPostgres, emptySqlite, type TestDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";
import { databaseSuite } from "../database-suite.ts";
import { migrateToNextVersion } from "./next-version.ts";

function migrationSuite(newDatabase: () => Promise<TestDatabase>): void {
  const own = async () => {
    const testDatabase = await newDatabase();
    onTestFinished(() => testDatabase.drop());
    return testDatabase.url;
  };

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

  describe("a version that is running while a newer one migrates continues to work:", () =>
    databaseSuite(newDatabase, migrateToNextVersion));
}

describe("SQLite", () => migrationSuite(emptySqlite));

withPostgres("PostgreSQL", (server) => migrationSuite(() => emptyPostgres(server)));

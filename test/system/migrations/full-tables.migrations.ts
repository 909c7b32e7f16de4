import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { openEngine } from "../../../server/database/database.ts";
import { migrations } from "../../../server/database/migrate.ts";
import { emptyPostgres, emptySqlite, type TestDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";
import { report } from "../faults/helpers/figures.ts";
import { requests, waitsDuring } from "./earlier-requests.ts";
import { fillTables } from "./fill-tables.ts";

/** How long a request may wait for a migration. */
const maxWaitMs = 1000;
/** The last migration of the previous version. */
const before = "0061-sign-up";

const migrateProcess = fileURLToPath(
  new URL("../../database/migrations/migrate-process.ts", import.meta.url),
);
const run = promisify(execFile);

function suite(engineName: string, newDatabase: () => Promise<TestDatabase>): void {
  test("from the previous version to this one", async () => {
    const testDatabase = await newDatabase();
    const engine = await openEngine(testDatabase.url);
    onTestFinished(async () => {
      await engine.close();
      await testDatabase.drop();
    });
    await engine.migrate({
      known: Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= before)),
    });
    await fillTables(engine);
    const waits = await waitsDuring(engine, requests, async () => {
      const { stdout } = await run(process.execPath, [migrateProcess, testDatabase.url]);
      expect(JSON.parse(stdout)).toEqual(Object.keys(migrations).filter((name) => name > before));
    });
    report(`longest waits on ${engineName} from the version before, ms`, waits);
    for (const [name, ms] of Object.entries(waits)) expect(ms, name).toBeLessThan(maxWaitMs);
  });
}

describe("while full tables are migrated, no request of an earlier version fails or waits for long: SQLite,", () =>
  suite("SQLite", emptySqlite));

withPostgres(
  "while full tables are migrated, no request of an earlier version fails or waits for long: PostgreSQL,",
  (server) => suite("PostgreSQL", () => emptyPostgres(server)),
);

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { openEngine } from "../../../server/database/database.ts";
import { migrations } from "../../../server/database/migrate.ts";
import { emptyPostgres, emptySqlite, type TestDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";
import { report } from "../faults/helpers/figures.ts";
import { earlyRequests, laterRequests, waitsDuring } from "./earlier-requests.ts";
import { fillLaterTables, fillOldTables } from "./fill-tables.ts";

/** How long a request may wait for a migration. */
const maxWaitMs = 1000;
/** The last migration of the previous version. */
const before = "0016-refund-requests";

const migrateProcess = fileURLToPath(
  new URL("../../database/migrations/migrate-process.ts", import.meta.url),
);
const run = promisify(execFile);

function suite(engineName: string, newDatabase: () => Promise<TestDatabase>): void {
  async function openAt(last: string) {
    const testDatabase = await newDatabase();
    const engine = await openEngine(testDatabase.url);
    onTestFinished(async () => {
      await engine.close();
      await testDatabase.drop();
    });
    await engine.migrate({
      known: Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= last)),
    });
    const migrate = async () => {
      const { stdout } = await run(process.execPath, [migrateProcess, testDatabase.url]);
      expect(JSON.parse(stdout)).toEqual(Object.keys(migrations).filter((name) => name > last));
    };
    return { engine, migrate };
  }

  test("from the first orders to now", async () => {
    const { engine, migrate } = await openAt("0002-payments");
    await fillOldTables(engine);
    const waits = await waitsDuring(engine, earlyRequests, migrate);
    report(`longest waits on ${engineName} from 0002, ms`, waits);
    for (const [name, ms] of Object.entries(waits)) expect(ms, name).toBeLessThan(maxWaitMs);
  });

  test("from the previous version to this one", async () => {
    const { engine, migrate } = await openAt(before);
    await fillOldTables(engine);
    await fillLaterTables(engine);
    const waits = await waitsDuring(engine, { ...earlyRequests, ...laterRequests }, migrate);
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

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { migrations } from "../../../server/database/migrate.ts";
import { emptyPostgres, emptySqlite, type TestDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";

const run = promisify(execFile);
const migrateProcess = fileURLToPath(new URL("./migrate-process.ts", import.meta.url));

async function migratesOnce({ url, drop }: TestDatabase): Promise<void> {
  onTestFinished(drop);
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, () => run(process.execPath, [migrateProcess, url])),
  );
  const applied = outcomes.map(({ stdout }) => JSON.parse(stdout) as string[]);
  expect(applied.filter(({ length }) => length > 0)).toEqual([Object.keys(migrations)]);
}

const title = "ten processes that start together migrate once";
test(`SQLite: ${title}`, { timeout: 180_000 }, async () => migratesOnce(await emptySqlite()));
withPostgres("PostgreSQL:", (server) => {
  test(title, { timeout: 180_000 }, async () => migratesOnce(await emptyPostgres(server)));
});

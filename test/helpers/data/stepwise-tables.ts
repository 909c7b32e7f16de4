import { readFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { filePath } from "../../../server/database/engines/database-url.ts";

const fixtures = new URL("../../database/migrations/fixtures/", import.meta.url);

/**
 * Fills an empty database with the tables and the ledger that 62 migrations left, one after the other, which the
 * baseline has replaced since.
 */
export async function createStepwiseTables(url: string): Promise<void> {
  const file = filePath(url);
  const engine = file === undefined ? "postgres" : "sqlite";
  const text = await readFile(new URL(`stepwise.${engine}.sql`, fixtures), "utf8");
  if (file !== undefined) {
    const database = new DatabaseSync(file);
    database.exec(text);
    database.close();
    return;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

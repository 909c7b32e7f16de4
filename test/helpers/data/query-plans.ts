import { DatabaseSync } from "node:sqlite";
import { onTestFinished, vi } from "vitest";
import { openDatabase } from "../../../server/database/database.ts";
import { emptySqlite } from "./test-database.ts";

export interface QueryPlan {
  sql: string;
  /** SQLite's steps for it, one per line. */
  details: string[];
}

/** An empty SQLite database for the running test, and the query plans of its statements. */
export async function openForPlans() {
  const testDatabase = await emptySqlite();
  const database = await openDatabase(testDatabase.url, Date.now);
  const file = new DatabaseSync(testDatabase.url.slice("file:".length));
  onTestFinished(async () => {
    vi.restoreAllMocks();
    file.close();
    await database.close();
    await testDatabase.drop();
  });

  /** The plans of the requested statements that `run` prepares, each once. */
  async function plansOf(
    run: () => Promise<unknown>,
    isAsked: (sql: string) => boolean,
  ): Promise<QueryPlan[]> {
    const prepare = vi.spyOn(DatabaseSync.prototype, "prepare");
    await run();
    const statements = new Set(prepare.mock.calls.map(([sql]) => sql));
    prepare.mockRestore();
    return [...statements].filter(isAsked).map((sql) => {
      const parameters = Array.from(sql.matchAll(/\?/g), () => 1);
      const plan = file.prepare(`explain query plan ${sql}`).all(...parameters);
      return { sql, details: plan.map(({ detail }) => String(detail)) };
    });
  }

  return { database, plansOf };
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { isDatabaseAway } from "../../../server/database/engines/database-errors.ts";
import { openPostgres } from "../../../server/database/engines/postgres.ts";
import { withPostgres } from "../../helpers/outside.ts";

/** The error of an attempt. */
async function errorOf(attempt: () => unknown): Promise<unknown> {
  try {
    await attempt();
  } catch (error) {
    return error;
  }
  throw new Error("This should have failed.");
}

describe("a database is unreachable", () => {
  test("on SQLite: another process writes", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "counterpart-test-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = path.join(folder, "busy.db");
    const [first, second] = [new DatabaseSync(file), new DatabaseSync(file, { timeout: 0 })];
    first.exec("create table t (n integer); begin immediate");
    expect(isDatabaseAway(await errorOf(() => second.exec("begin immediate")))).toBe(true);
    expect(isDatabaseAway(await errorOf(() => second.exec("select * from nowhere")))).toBe(false);
    for (const database of [first, second]) database.close();
  });

  test("on PostgreSQL: no server listens", async () => {
    const engine = openPostgres("postgres://postgres@127.0.0.1:9/nowhere");
    onTestFinished(() => engine.close());
    const read = () => engine.read.selectFrom("revision").select("n").execute();
    expect(isDatabaseAway(await errorOf(read))).toBe(true);
  });

  test.each([
    "timeout exceeded when trying to connect",
    "Connection terminated unexpectedly",
    "Query read timeout",
    "timeout expired",
    // A server that is starting or stopping says so before TLS.
    "There was an error establishing an SSL connection",
  ])("when pg says: %s", (message) => {
    expect(isDatabaseAway(new Error(message))).toBe(true);
  });

  test("but not because of our own mistake", () => {
    expect(isDatabaseAway(new TypeError("x is not a function"))).toBe(false);
    expect(isDatabaseAway(Object.assign(new Error("duplicate key"), { code: "23505" }))).toBe(false);
    expect(isDatabaseAway("ECONNREFUSED")).toBe(false);
  });
});

withPostgres("a PostgreSQL that cancels a statement", (url) => {
  test("is unavailable, and one that lacks a table isn't", async () => {
    const engine = openPostgres(url);
    onTestFinished(() => engine.close());
    const slow = () =>
      engine.read.connection().execute(async (db) => {
        await sql`set statement_timeout = 10`.execute(db);
        await sql`select pg_sleep(5)`.execute(db).finally(() => sql`reset statement_timeout`.execute(db));
      });
    expect(isDatabaseAway(await errorOf(slow))).toBe(true);
    expect(isDatabaseAway(await errorOf(() => sql`select * from nowhere`.execute(engine.read)))).toBe(false);
  });
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  isDatabaseAway,
  isDatabaseOutage,
  isOutOfSpace,
  isTemporary,
} from "../../../server/database/engines/database-errors.ts";
import { openPostgres } from "../../../server/database/engines/postgres.ts";
import { withPostgres } from "../../helpers/outside.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

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

describe("a database without space", () => {
  test("is an outage, may work later, and isn't waited for at startup, on SQLite", async () => {
    const file = path.join(await temporaryFolder(), "full.db");
    const database = new DatabaseSync(file);
    onTestFinished(() => database.close());
    database.exec("create table t (text); pragma max_page_count = 2");
    const error = await errorOf(() => database.exec("insert into t values (zeroblob(100000))"));
    expect([isOutOfSpace, isDatabaseOutage, isTemporary, isDatabaseAway].map((is) => is(error))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  test("is an outage on PostgreSQL", () => {
    const error = Object.assign(new Error("could not extend file"), { code: "53100" });
    expect([isOutOfSpace(error), isDatabaseOutage(error)]).toEqual([true, true]);
  });
});

withPostgres("a PostgreSQL that cancels a statement", (url) => {
  test("is busy but no outage, and one that lacks a table is neither", async () => {
    const engine = openPostgres(url);
    onTestFinished(() => engine.close());
    const slow = () =>
      engine.read.connection().execute(async (db) => {
        await sql`set statement_timeout = 10`.execute(db);
        await sql`select pg_sleep(5)`.execute(db).finally(() => sql`reset statement_timeout`.execute(db));
      });
    const error = await errorOf(slow);
    expect([isDatabaseAway(error), isDatabaseOutage(error)]).toEqual([true, false]);
    expect(isDatabaseAway(await errorOf(() => sql`select * from nowhere`.execute(engine.read)))).toBe(false);
  });
});

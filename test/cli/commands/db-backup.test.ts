import { stat } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "../../../server/database/database.ts";
import { type Cli, openCli } from "../cli-harness.ts";

let cli: Cli;
let file: string;
beforeAll(async () => {
  cli = await openCli();
  file = `${cli.env.DATABASE_URL.slice("file:".length)}.backup`;
});
afterAll(() => cli.close());

describe("db backup", () => {
  test("refuses where there is no database yet", async () => {
    expect(await cli.refusal("db", "backup", "--to", file)).toMatchObject({ exitCode: 1, code: "NOT_FOUND" });
  });

  test("copies what was written so far while the database is open, for its owner only", async () => {
    const database = await cli.openDatabase();
    await database.stores.create({
      slug: "harbour",
      name: "Harbour",
      currency: "eur",
      plan: "pro",
      isPublished: true,
      paymentsConfigured: true,
    });
    const { bytes } = await cli.ask("db", "backup", "--to", file);
    await database.close();
    const { size, mode } = await stat(file);
    expect([size, mode & 0o777]).toEqual([bytes, 0o600]);
    const copy = await openDatabase(`file:${file}`, Date.now);
    expect((await copy.stores.list()).map(({ slug }) => slug)).toEqual(["harbour"]);
    await copy.close();
  });

  test("overwrites nothing", async () => {
    expect(await cli.refusal("db", "backup", "--to", file)).toMatchObject({ exitCode: 1, code: "CONFLICT" });
  });

  test("leaves PostgreSQL to pg_dump", async () => {
    const elsewhere = await openCli();
    elsewhere.env.DATABASE_URL = "postgres://shop:hunter2@db.example/shop";
    const { exitCode, error } = await elsewhere.refusal("db", "backup", "--to", `${file}.other`);
    await elsewhere.close();
    expect(exitCode).toBe(1);
    expect(error).toContain("pg_dump");
    expect(error).not.toContain("hunter2");
  });
});

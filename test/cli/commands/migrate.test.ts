import { existsSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { migrations } from "../../../server/database/migrate.ts";
import { migrateToFirst } from "../../helpers/data/migrate-to-first.ts";
import { emptyPostgres } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";
import { productionSettings, runServer } from "../../helpers/processes/server-process.ts";
import { openCli } from "../cli-harness.ts";

const all = Object.keys(migrations);

function suite(newUrl?: () => Promise<string>): void {
  async function open() {
    const cli = await openCli();
    onTestFinished(() => cli.close());
    if (newUrl) cli.env.DATABASE_URL = await newUrl();
    return cli;
  }

  test("migrate --status lists applied and missing migrations, and changes nothing", async () => {
    const cli = await open();
    expect(await cli.ask("migrate", "--status")).toEqual({ applied: [], pending: all, newer: [] });
    if (!newUrl) expect(existsSync(cli.env.DATABASE_URL.slice("file:".length))).toBe(false);
    await migrateToFirst(cli.env.DATABASE_URL);
    const older = { applied: all.slice(0, 1), pending: all.slice(1), newer: [] };
    for (let n = 0; n < 2; n++) expect(await cli.ask("migrate", "--status")).toEqual(older);
    expect((await cli.run("migrate", "--status")).stdout).toMatch(
      /^applied {2}0061-sign-up\npending {2}0062/,
    );
    await cli.ask("migrate");
    expect(await cli.ask("migrate", "--status")).toEqual({ applied: all, pending: [], newer: [] });
  });

  test("migrate --dry-run tries missing migrations, and undoes them", async () => {
    const cli = await open();
    await migrateToFirst(cli.env.DATABASE_URL);
    for (let n = 0; n < 2; n++) {
      expect(await cli.ask("migrate", "--dry-run")).toEqual({ wouldApply: all.slice(1) });
    }
    expect((await cli.ask("migrate", "--status")).applied).toEqual(all.slice(0, 1));
    expect((await cli.ask("migrate")).applied).toEqual(all.slice(1));
    expect((await cli.run("migrate", "--dry-run")).stdout).toContain("Nothing was applied");
  });

  test("with MIGRATE_AT_START=false, a server and a command that writes refuse older tables and name the command to run", {
    timeout: 300_000,
  }, async () => {
    const cli = await open();
    await migrateToFirst(cli.env.DATABASE_URL);
    Object.assign(cli.env, { MIGRATE_AT_START: "false" });
    const settings = productionSettings(cli.env.DATABASE_URL, "http://127.0.0.1:9");
    const { code, output } = await runServer({ ...settings, MIGRATE_AT_START: "false" });
    expect(code, output).toBe(1);
    expect(output.trim().split("\n")).toHaveLength(1);
    expect(output).toContain("0062-product-pages");
    expect(output).toContain("npm run -s cli -- migrate");
    const refusal = await cli.refusal("stores", "update", "harbour", "--name", "Harbour");
    expect(refusal).toMatchObject({ exitCode: 1, code: "CONFLICT" });
    expect((await cli.ask("migrate", "--status")).pending).toEqual(all.slice(1));
    await cli.ask("migrate");
    expect(await cli.refusal("stores", "update", "harbour", "--name", "Harbour")).toMatchObject({
      code: "NOT_FOUND",
    });
  });
}

describe("embedded:", () => suite());

withPostgres("PostgreSQL:", (server) => {
  suite(async () => {
    const { url, drop } = await emptyPostgres(server);
    onTestFinished(drop);
    return url;
  });
});

test("--status and --dry-run together are wrong usage", async () => {
  const cli = await openCli();
  onTestFinished(() => cli.close());
  expect(await cli.refusal("migrate", "--status", "--dry-run")).toMatchObject({ exitCode: 2 });
});

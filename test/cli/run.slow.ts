import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openEngine } from "../../server/database/database.ts";
import { appliedMigrations, ownTables } from "../../server/database/migrate.ts";
import { migrateToFirst } from "../helpers/data/migrate-to-first.ts";
import { emptyPostgres } from "../helpers/data/test-database.ts";
import { withPostgres } from "../helpers/outside.ts";
import { commands, leaves } from "./all-commands.ts";
import { type Cli, openCli } from "./cli-harness.ts";

let cli: Cli;
beforeAll(async () => {
  cli = await openCli();
});
afterAll(() => cli.close());

describe("every command", () => {
  test("is in the contract with the operator", () => {
    expect(leaves.map((path) => path.join(" "))).toEqual([
      "stores create",
      "stores update",
      "stores show",
      "stores overview",
      "stores list",
      "keys create",
      "keys list",
      "keys identify",
      "keys rotate",
      "keys revoke",
      "products import",
      "products export",
      "products feed",
      "products list",
      "products show",
      "products add",
      "products edit",
      "products duplicate",
      "products delete",
      "products activate",
      "products deactivate",
      "products image add",
      "products file set",
      "products file remove",
      "products stock",
      "orders list",
      "orders show",
      "orders export",
      "orders fulfil",
      "orders ship",
      "orders correct-address",
      "orders invoice",
      "orders refund",
      "orders resolve-refund",
      "orders resolve-difference",
      "orders slip",
      "orders pick-list",
      "orders return",
      "orders receive-return",
      "shipping list",
      "shipping add",
      "shipping update",
      "shipping activate",
      "shipping deactivate",
      "shipping remove",
      "codes list",
      "codes create",
      "codes deactivate",
      "codes move",
      "payments connect",
      "payments disconnect",
      "payments sync",
      "payments status",
      "events endpoints add",
      "events endpoints list",
      "events endpoints disable",
      "events endpoints enable",
      "events endpoints remove",
      "events list",
      "events resend",
      "subscriptions list",
      "subscriptions attach",
      "subscriptions cancel",
      "subscriptions reprice",
      "buyers erase",
      "member-sessions create",
      "users invite",
      "users reset-password",
      "users operator",
      "users invite-merchant",
      "users list",
      "users role",
      "users withdraw",
      "users remove",
      "audit list",
      "migrate",
      "doctor",
      "db backup",
      "db copy",
      "db reopen",
    ]);
  });

  test("explains itself and the exit codes with --help", async () => {
    for (const path of commands) {
      const { exitCode, stdout, stderr } = await cli.run(...path, "--help");
      expect({ exitCode, stderr }, path.join(" ")).toEqual({ exitCode: 0, stderr: "" });
      expect(stdout).toMatch(new RegExp(`^Usage: ${["counterpart-shop", ...path].join(" ")}`));
      expect(stdout).toContain("Exit codes:");
      expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
      if (leaves.includes(path)) expect(stdout).toContain("--json");
    }
  });

  test("treats an unknown option as wrong usage", async () => {
    for (const path of leaves) {
      const people = await cli.run(...path, "--wrong");
      expect(people).toMatchObject({ exitCode: 2, stdout: "" });
      expect(people.stderr).toMatch(/^error: .*--help/s);
      expect(await cli.refusal(...path, "--wrong")).toMatchObject({
        exitCode: 2,
        stdout: "",
        code: "INVALID_REQUEST",
      });
    }
  });
});

test("--version is the version of the package", async () => {
  const { version } = JSON.parse(await readFile("package.json", "utf8"));
  expect(await cli.run("--version")).toMatchObject({ exitCode: 0, stdout: `${version}\n`, stderr: "" });
});

test("no command, an unknown one and an incomplete one are wrong usage", async () => {
  for (const args of [[], ["frobnicate"], ["stores"], ["stores", "frobnicate"], ["keys", "revoke"]]) {
    const { exitCode, stdout, stderr } = await cli.run(...args);
    expect({ exitCode, stdout }, args.join(" ")).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).not.toBe("");
  }
});

test("a database that can't be opened is a failure, and its address isn't printed", async () => {
  const address = "postgres://user:hunter2@db.example/shop";
  for (const command of [["migrate"], ["stores", "list"]]) {
    const elsewhere = await openCli();
    elsewhere.env.DATABASE_URL = "file:/dev/null/shop.db";
    expect(await elsewhere.refusal(...command)).toMatchObject({ exitCode: 1, code: "INTERNAL_ERROR" });
    elsewhere.env.DATABASE_URL = address.replace("postgres:", "nonsense:");
    const { exitCode, stderr } = await elsewhere.run(...command);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("DATABASE_URL");
    expect(stderr).not.toContain("hunter2");
    await elsewhere.close();
  }
});

const readers = [
  ["stores", "list"],
  ["keys", "list", "--store", "harbour"],
  ["products", "list", "--store", "harbour"],
  ["orders", "list", "--store", "harbour"],
  ["audit", "list", "--store", "harbour"],
];

describe("a command that only reads", () => {
  const appliedTo = async (url: string) => {
    const engine = await openEngine(url);
    const applied = await appliedMigrations(engine.read);
    await engine.close();
    return applied;
  };

  test.each(readers)("%s %s creates no database, and says that there is none", async (...command) => {
    const elsewhere = await openCli();
    onTestFinished(() => elsewhere.close());
    const file = elsewhere.env.DATABASE_URL.slice("file:".length);
    const refusal = await elsewhere.refusal(...command);
    expect(refusal).toMatchObject({ exitCode: 1, code: "NOT_FOUND", stdout: "" });
    expect(refusal.error).toContain("There is no Counterpart database");
    expect(existsSync(file)).toBe(false);
    await writeFile(file, "");
    expect(await elsewhere.refusal(...command)).toMatchObject({ exitCode: 1, code: "NOT_FOUND" });
  });

  test("doesn't migrate the tables of an older version, and names the command that does", async () => {
    const elsewhere = await openCli();
    onTestFinished(() => elsewhere.close());
    const { DATABASE_URL: url } = elsewhere.env;
    await migrateToFirst(url);
    const applied = await appliedTo(url);
    for (const command of readers) {
      const { exitCode, code, error } = await elsewhere.refusal(...command);
      expect({ exitCode, code }).toEqual({ exitCode: 1, code: "CONFLICT" });
      expect(error).toContain("`migrate`");
    }
    expect(await appliedTo(url)).toEqual(applied);
    await elsewhere.ask("migrate");
    expect(await elsewhere.ask("stores", "list")).toEqual([]);
  });

  withPostgres("on PostgreSQL", (server) => {
    test("doesn't migrate either", async () => {
      const testDatabase = await emptyPostgres(server);
      const elsewhere = await openCli();
      onTestFinished(async () => {
        await elsewhere.close();
        await testDatabase.drop();
      });
      elsewhere.env.DATABASE_URL = testDatabase.url;
      for (const command of readers) {
        expect(await elsewhere.refusal(...command)).toMatchObject({ exitCode: 1, code: "NOT_FOUND" });
      }
      const engine = await openEngine(testDatabase.url);
      onTestFinished(() => engine.close());
      expect(await ownTables(engine.read)).toEqual([]);
    });
  });
});

withPostgres("a database server that refuses the command", (server) => {
  test("is a failure in one sentence, with the variable's name and without the password", async () => {
    const elsewhere = await openCli();
    onTestFinished(() => elsewhere.close());
    const [missing, stranger, nobody] = [new URL(server), new URL(server), new URL(server)];
    missing.pathname = "/nobody_made_this";
    stranger.username = "nobody_made_them";
    nobody.port = "9";
    for (const [url, why] of [
      [missing, "the server has no database of this name"],
      [stranger, /the server doesn't let this user in|the user or the password is wrong/],
      [nobody, "no server listens on its host and port"],
    ] as const) {
      url.password = "hunter2";
      elsewhere.env.DATABASE_URL = url.href;
      for (const command of [["migrate"], ["stores", "list"]]) {
        const { exitCode, stdout, stderr } = await elsewhere.run(...command);
        expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
        expect(stderr).toMatch(/^error: The database that DATABASE_URL names can't be opened: [^\n]+\.\n$/);
        expect(stderr).toMatch(why);
        expect(stderr).not.toContain("hunter2");
      }
    }
  });
});

test("the database's address may be in a file", async () => {
  const elsewhere = await openCli();
  onTestFinished(() => elsewhere.close());
  const { DATABASE_URL: url } = elsewhere.env;
  await elsewhere.ask("migrate");
  const file = await elsewhere.file("database_url", `${url}\n`);
  const env: Record<string, string> = elsewhere.env;
  env.DATABASE_URL = "";
  env.DATABASE_URL_FILE = file;
  expect(await elsewhere.ask("stores", "list")).toEqual([]);
  env.DATABASE_URL_FILE = `${file}.gone`;
  expect(await elsewhere.refusal("stores", "list")).toMatchObject({
    exitCode: 1,
    error: expect.stringContaining("DATABASE_URL_FILE"),
  });
});

test("migrate lists what it applied, and then that nothing is left", async () => {
  const { applied } = await cli.ask("migrate");
  expect(applied).toContain("0061-sign-up");
  expect(await cli.ask("migrate")).toEqual({ applied: [] });
  expect((await cli.run("migrate")).stdout).toBe("The database is up to date. Nothing was applied.\n");
});

describe("the process", () => {
  test("exits 0 with one JSON value, 1 when refused and 2 on wrong usage, with JSON on stderr", async () => {
    const create = ["stores", "create", "--slug", "shop", "--name", "Shop", "--currency", "eur", "--json"];
    const created = await cli.spawn(...create);
    expect(created).toMatchObject({ exitCode: 0, stderr: "" });
    expect(JSON.parse(created.stdout)).toMatchObject({ slug: "shop" });
    const [taken, wrong, help] = await Promise.all([
      cli.spawn(...create),
      cli.spawn("stores", "create", "--json"),
      cli.spawn("--help"),
    ]);
    expect(taken).toMatchObject({ exitCode: 1, stdout: "" });
    expect(JSON.parse(taken.stderr)).toMatchObject({ code: "CONFLICT" });
    expect(wrong).toMatchObject({ exitCode: 2, stdout: "" });
    expect(JSON.parse(wrong.stderr)).toMatchObject({ code: "INVALID_REQUEST" });
    expect(help).toMatchObject({ exitCode: 0, stderr: "" });
  });

  test("takes a merchant from an empty database to products and a key", async () => {
    await cli.spawn(
      "stores",
      "create",
      "--slug",
      "press",
      "--name",
      "Press",
      "--currency",
      "eur",
      "--plan",
      "pro",
    );
    const [imported, key] = await Promise.all([
      cli.spawn("products", "import", "server/development/products.csv", "--store", "press", "--json"),
      cli.spawn("keys", "create", "--store", "press", "--json"),
    ]);
    expect(JSON.parse(imported.stdout)).toMatchObject({ updated: 0, unchanged: 0 });
    expect(JSON.parse(key.stdout)).toEqual({
      id: expect.stringMatching(/^key_/),
      key: expect.stringMatching(/^cp_/),
    });
    const listed = await cli.spawn("products", "list", "--store", "press");
    expect(listed.stdout).toContain("Harbour at First Light – A4 / Warm white");
  });
});

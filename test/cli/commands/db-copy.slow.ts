import { existsSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openDatabase, openEngine } from "../../../server/database/database.ts";
import type { Engine } from "../../../server/database/engines/engine.ts";
import type { Queries } from "../../../server/database/engines/queries.ts";
import { tableNames } from "../../../server/database/schema.ts";
import { copyDatabase } from "../../../server/database/transfer/copy.ts";
import { answersOf, type Filled, fillStore, longTimeouts, now } from "../../helpers/data/filled-database.ts";
import {
  emptyPostgres,
  emptySqlite,
  type NewDatabase,
  preparedDatabase,
  type TestDatabase,
} from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";
import { openProxy } from "../../helpers/processes/proxy.ts";
import { sampleProducts } from "../../helpers/world.ts";
import { openCli } from "../cli-harness.ts";

/** A new database, filled. */
type NewFilled = () => Promise<TestDatabase & { prepared: Filled }>;

async function own(newDatabase: NewDatabase): Promise<string> {
  const testDatabase = await newDatabase();
  onTestFinished(() => testDatabase.drop());
  return testDatabase.url;
}

async function open(url: string): Promise<Engine> {
  const engine = await openEngine(url, longTimeouts);
  onTestFinished(() => engine.close());
  return engine;
}

async function ownCli() {
  const cli = await openCli();
  onTestFinished(() => cli.close());
  return cli;
}

/** Every row of every table, in no particular order. */
async function contentOf({ read }: Engine): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {};
  for (const table of tableNames) {
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(read);
    content[table] = rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
  }
  return content;
}

const untouched = Object.fromEntries(
  tableNames.map((table) => [table, table === "revision" ? ['[["id",1],["n",1],["named",0]]'] : []]),
);

const insertCart = (db: Queries, id: string) =>
  db
    .insertInto("carts")
    .values({ id, store_id: "store_1", currency: "eur", lines: "[]", expires_at: 1 })
    .execute();

/** From now on, filling the last table of a copy also runs this statement. */
async function plant(engine: Engine, statement: string): Promise<() => Promise<void>> {
  const run = async (...statements: string[]) => {
    for (const one of statements) await engine.writeOne((db) => sql.raw(one).execute(db));
  };
  await engine.migrate();
  if (!engine.isRemote) {
    await run(`create trigger fault after insert on revision begin ${statement}; end`);
    return () => run("drop trigger fault");
  }
  await run(
    `create function fault() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$`,
    "create trigger fault after insert on revision for each statement execute function fault()",
  );
  return () => run("drop trigger fault on revision");
}

function copySuite(newSource: NewDatabase, newFilled: NewFilled, newTarget: NewDatabase): void {
  let shared: Awaited<ReturnType<NewFilled>>;
  beforeAll(async () => {
    shared = await newFilled();
  });
  afterAll(() => shared.drop());

  /** A filled source that no test changes, and an empty target. */
  async function sides(): Promise<{ from: Engine; to: Engine; urls: [string, string] }> {
    const urls: [string, string] = [shared.url, await own(newTarget)];
    return { from: await open(urls[0]), to: await open(urls[1]), urls };
  }

  test("the copy has every row and answers queries as the original does", async () => {
    const { from, to, urls } = await sides();
    const seen: [number, number][] = [];
    const tables = await copyDatabase(from, to, { progress: (...rows) => seen.push(rows) });
    const content = await contentOf(from);
    for (const [table, rows] of Object.entries(content)) expect(rows.length, table).toBeGreaterThan(0);
    expect(await contentOf(to)).toEqual(content);
    expect(await answersOf(urls[1], shared.prepared)).toEqual(await answersOf(urls[0], shared.prepared));
    const total = Object.values(content).flat().length;
    expect(seen.at(-1)).toEqual([total, total]);
    expect(tables.map(({ table, rows }) => [table, rows])).toEqual(
      tableNames.map((table) => [table, content[table]?.length]),
    );
    const sums = Object.fromEntries(tables.map((table) => [table.table, table.sums]));
    expect(sums.checkout_sessions).toMatchObject({ total: "19212", completed_at: String(2 * now + 12_000) });
    expect(sums.refunds).toEqual({ refunded: "1200", asked_at: String(now) });
  });

  test("a target that isn't empty is refused, and isn't changed", async () => {
    const { from, to } = await sides();
    await to.migrate();
    await to.writeOne((db) => insertCart(db, "cart_1"));
    const before = await contentOf(to);
    await expect(copyDatabase(from, to)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("its table carts has rows"),
    });
    expect(await contentOf(to)).toEqual(before);
  });

  test("another application's database is refused, and gets no tables", async () => {
    const { from, to } = await sides();
    await to.writeOne((db) => sql`create table products (sku text)`.execute(db));
    await to.writeOne((db) => sql`insert into products values ('poster')`.execute(db));
    await expect(copyDatabase(from, to)).rejects.toMatchObject({ code: "CONFLICT" });
    expect((await to.read.introspection.getTables()).map(({ name }) => name)).toEqual(["products"]);
  });

  describe("a difference between the sides is detected and undone:", () => {
    for (const [what, statement, message] of [
      [
        "a row that goes missing",
        "delete from carts where id = (select min(id) from carts)",
        "in carts the number of rows, 1100, became 1099.",
      ],
      [
        "an extra row",
        "insert into provider_events values ('evt_9', 'charge.refunded', 1)",
        "in provider_events the number of rows, 1, became 2.",
      ],
      [
        "an amount that changes",
        "update orders set total = total + 1",
        "in orders the sum of total, 9608, became 9610.",
      ],
      [
        "amounts that are swapped",
        "update checkout_sessions set total = 9606 - total",
        "in checkout_sessions values moved between rows.",
      ],
      [
        "a text that changes",
        "update products set name = 'tide Poster' where name = 'Tide Poster'",
        "in products name differs.",
      ],
      [
        "null that becomes an empty text",
        "update checkout_sessions set member_id = '' where member_id is null",
        "in checkout_sessions member_id differs.",
      ],
    ] as const) {
      test(what, async () => {
        const { from, to } = await sides();
        const mend = await plant(to, statement);
        await expect(copyDatabase(from, to)).rejects.toThrow(`The copy was rolled back, because ${message}`);
        expect(await contentOf(to)).toEqual(untouched);
        await mend();
        await copyDatabase(from, to);
        expect(await contentOf(to)).toEqual(await contentOf(from));
      });
    }
  });

  test("a failure in the middle leaves the target empty", async () => {
    const { from, to } = await sides();
    const progress = (done: number, total: number) => {
      if (done > total / 2) throw new Error("The power failed.");
    };
    await expect(copyDatabase(from, to, { progress })).rejects.toThrow("The power failed.");
    expect(await contentOf(to)).toEqual(untouched);
  });

  test("writes to the source during the copy aren't copied at all", async () => {
    const [url, to] = [await own(newFilled), await open(await own(newTarget))];
    const [from, server] = [await open(url), await open(url)];
    const before = await contentOf(from);
    const late: Engine = {
      ...from,
      snapshot: (job) =>
        from.snapshot(async (db) => {
          await db.selectFrom("stores").select("id").execute();
          await server.writeOne((other) => insertCart(other, "cart_late"));
          return job(db);
        }),
    };
    await copyDatabase(late, to);
    expect((await contentOf(from)).carts).toHaveLength(1101);
    expect(await contentOf(to)).toEqual(before);
  });

  test("what a server writes to the target during the copy is kept", async () => {
    const { from, to, urls } = await sides();
    await to.migrate();
    const server = await open(urls[1]);
    let writing: Promise<unknown> = Promise.resolve();
    const watched: Engine = {
      ...to,
      writeAtLength: (job, how) =>
        to.writeAtLength(async (db) => {
          // The snapshot is taken by the first statement.
          await db.selectFrom("stores").select("id").execute();
          writing = server.writeOne((other) => insertCart(other, "cart_late"));
          return job(db);
        }, how),
    };
    const carts = (await copyDatabase(from, watched)).find(({ table }) => table === "carts");
    await writing;
    expect(carts?.rows).toBe(1100);
    expect((await contentOf(to)).carts).toHaveLength(1101);
  });

  test("a database of a newer version is left to that version", async () => {
    const [from, to] = [await open(await own(newSource)), await open(await own(newTarget))];
    await Promise.all([from.migrate(), to.migrate()]);
    for (const [engine, side] of [
      [to, "target"],
      [from, "source"],
    ] as const) {
      await engine.writeOne((db) =>
        sql`insert into kysely_migration values ('9999-next', '2099-01-01T00:00:00.000Z')`.execute(db),
      );
      await expect(copyDatabase(from, to)).rejects.toThrow(
        `A newer version has migrated the ${side} (9999-next).`,
      );
    }
    expect(await contentOf(to)).toEqual(untouched);
  });

  test("a source without our tables is refused, and neither side gets any", async () => {
    const [from, to] = [await open(await own(newSource)), await open(await own(newTarget))];
    await expect(copyDatabase(from, to)).rejects.toMatchObject({ code: "NOT_FOUND" });
    for (const { read } of [from, to]) expect(await read.introspection.getTables()).toEqual([]);
  });

  test("the command copies, and reports what it copied", async () => {
    const { from, to, urls } = await sides();
    const cli = await ownCli();
    const command = ["db", "copy", "--from", urls[0], "--to", urls[1]];
    const { exitCode, stdout, stderr } = await cli.run(...command);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toMatch(/^carts +1100$/m);
    expect(stdout).toContain("Row counts, sums and fingerprints match.");
    expect(stdout).toContain("Not in the database: uploaded images (1), files of digital products (1).");
    expect(await contentOf(to)).toEqual(await contentOf(from));
    expect(await cli.refusal(...command)).toMatchObject({ exitCode: 1, code: "CONFLICT", stdout: "" });
    const again = await own(newTarget);
    const { tables } = await cli.ask("db", "copy", "--from", urls[1], "--to", again);
    expect(tables).toContainEqual({
      table: "refunds",
      rows: 1,
      sums: { refunded: "1200", asked_at: String(now) },
      changedTexts: 0,
    });
  });
}

const filledSqlite = preparedDatabase(emptySqlite, fillStore);

describe("SQLite to SQLite:", () => {
  copySuite(emptySqlite, filledSqlite, emptySqlite);

  test("zero characters are kept", async () => {
    const [from, to] = [await open(await zeros()), await open(await own(emptySqlite))];
    const tables = await copyDatabase(from, to);
    expect(tables.every(({ changedTexts }) => changedTexts === 0)).toBe(true);
    expect(await contentOf(to)).toEqual(await contentOf(from));
  });
});

withPostgres("with PostgreSQL:", (server) => {
  const newPostgres = () => emptyPostgres(server);
  describe("SQLite to PostgreSQL:", () => copySuite(emptySqlite, filledSqlite, newPostgres));
  describe("PostgreSQL to SQLite:", () => {
    copySuite(newPostgres, preparedDatabase(newPostgres, fillStore), emptySqlite);
  });

  test("copying there and back gives the original", async () => {
    const urls = [await own(filledSqlite), await own(newPostgres), await own(emptySqlite)] as const;
    const [first, second, third] = [await open(urls[0]), await open(urls[1]), await open(urls[2])];
    const there = await copyDatabase(first, second);
    expect(await copyDatabase(second, third)).toEqual(there);
    expect(await contentOf(third)).toEqual(await contentOf(first));
  });

  test("texts with zero characters, which PostgreSQL can't hold, are changed and counted", async () => {
    const url = await zeros();
    const [from, to] = [await open(url), await open(await own(newPostgres))];
    const tables = await copyDatabase(from, to);
    expect(tables.filter(({ changedTexts }) => changedTexts > 0)).toMatchObject([
      { table: "products", changedTexts: 2 },
    ]);
    const names = await to.read.selectFrom("products").select(["name", "description"]).execute();
    expect(names).toEqual([{ name: "Zero\ufffdPoster\ufffd", description: "\ufffd" }]);
    const { stdout } = await (await ownCli()).run(
      "db",
      "copy",
      "--from",
      url,
      "--to",
      await own(newPostgres),
    );
    expect(stdout).toContain("became U+FFFD in 2 texts");
  });

  test("a connection that is cut in the middle leaves the target empty", async () => {
    const [source, target] = [await own(filledSqlite), await own(newPostgres)];
    const proxy = await openProxy(target, 5432);
    const progress = (done: number, total: number) => {
      if (done > total / 2) proxy.cut();
    };
    await expect(copyDatabase(await open(source), await open(proxy.url), { progress })).rejects.toThrow(
      /terminated/,
    );
    expect(await contentOf(await open(target))).toEqual(untouched);
  });

  test("a role's statement limits don't stop it", async () => {
    const [source, target] = [await own(filledSqlite), await own(newPostgres)];
    const to = await open(target);
    const name = new URL(target).pathname.slice(1);
    await sql`alter database ${sql.id(name)} set statement_timeout = 1000`.execute(to.read);
    const slow: Engine = {
      ...to,
      writeAtLength: (job, how) =>
        to.writeAtLength(async (db) => {
          await sql`select pg_sleep(1.2)`.execute(db);
          return job(db);
        }, how),
    };
    await copyDatabase(await open(source), slow);
  });
});

/** A database with one product that has zero characters in two of its texts. */
async function zeros(): Promise<string> {
  const url = await own(emptySqlite);
  const database = await openDatabase(url, () => now);
  const store = await database.stores.create({ slug: "harbour", name: "Harbour", currency: "eur" });
  const product = { ...(sampleProducts[0] as (typeof sampleProducts)[0]), name: "Zero\0Poster\0" };
  await database.products.import(store?.id ?? "", [{ ...product, description: "\0" }]);
  await database.close();
  return url;
}

describe("addresses", () => {
  test("that lead to the same database are wrong usage", async () => {
    const cli = await ownCli();
    const { DATABASE_URL: url } = cli.env;
    await cli.ask("migrate");
    for (const [from, to] of [
      [url, url],
      [url, url.replace("file:/", "file:/tmp/../")],
      ["postgres://a:hunter2@db.example/shop", "postgresql://b@DB.example:5432/shop?sslmode=require"],
    ] as const) {
      const refusal = await cli.refusal("db", "copy", "--from", from, "--to", to);
      expect(refusal).toMatchObject({ exitCode: 2, error: expect.stringContaining("same database") });
    }
  });

  test("of another kind are wrong usage, and a missing file isn't created", async () => {
    const cli = await ownCli();
    const { DATABASE_URL: url } = cli.env;
    expect(await cli.refusal("db", "copy", "--from", url, "--to", "mysql://h/d")).toMatchObject({
      exitCode: 2,
      error: "--to must begin with file: or postgres://.",
    });
    const missing = await cli.refusal("db", "copy", "--from", url, "--to", `${url}.copy`);
    expect(missing).toMatchObject({ exitCode: 1, code: "NOT_FOUND" });
    for (const file of [url, `${url}.copy`]) expect(existsSync(file.slice("file:".length))).toBe(false);
  });

  test("are never printed with their password", async () => {
    const cli = await ownCli();
    await cli.ask("migrate");
    const { DATABASE_URL: file } = cli.env;
    for (const address of [
      "postgres://shop:hunter2@127.0.0.1:1/shop",
      "postgres://shop:hunter2@127.0.0.1:port/shop",
      "mysql://shop:hunter2@127.0.0.1/shop",
    ]) {
      for (const args of [
        ["--from", address, "--to", file],
        ["--from", file, "--to", address],
        ["--from", file, "--to", file, `--too=${address}`],
        ["--from", file, "--to", file, address],
      ]) {
        for (const json of [[], ["--json"]]) {
          const { exitCode, stdout, stderr } = await cli.run("db", "copy", ...args, ...json);
          expect(exitCode).toBeGreaterThan(0);
          expect(stdout + stderr).not.toContain("hunter2");
          expect(stderr).not.toBe("");
        }
      }
    }
  });
});

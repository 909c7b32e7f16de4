import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { openEngine } from "../../../server/database/database.ts";
import { migrations } from "../../../server/database/migrate.ts";
import { openCli } from "../../cli/cli-harness.ts";
import { seedShop } from "../../helpers/data/seed-shop.ts";
import { emptyPostgres } from "../../helpers/data/test-database.ts";
import { startPgbouncer, withPgbouncer } from "../../helpers/processes/pgbouncer.ts";
import { openProxy } from "../../helpers/processes/proxy.ts";
import { startServer } from "../../helpers/processes/server-process.ts";
import { addLine, contentsOf, newCart } from "../../helpers/shopping.ts";

const run = promisify(execFile);
const migrateProcess = fileURLToPath(new URL("../migrations/migrate-process.ts", import.meta.url));

withPgbouncer("behind pgbouncer, which gives every transaction another connection,", (server) => {
  const own = async () => {
    const testDatabase = await emptyPostgres(server);
    onTestFinished(() => testDatabase.drop());
    return { direct: testDatabase.url, url: await startPgbouncer(testDatabase.url) };
  };
  const open = async (url: string) => {
    const engine = await openEngine(url);
    onTestFinished(() => engine.close());
    return engine;
  };

  test("two servers serve, and every one of many concurrent writes counts", {
    timeout: 180_000,
  }, async () => {
    const { url } = await own();
    const shop = await seedShop(url, "http://127.0.0.1:9");
    const servers = await Promise.all([startServer(shop.env), startServer(shop.env)]);
    const [here, there] = servers.map((one) => shop.merchantAt(one.url));
    if (!here || !there) throw new Error("There should be two.");
    const cartId = await newCart(here);
    const adds = Array.from({ length: 40 }, (_, n) => addLine(n % 2 ? here : there, cartId, "poster"));
    for (const { response } of await Promise.all(adds)) expect(response.status).toBe(200);
    expect(await contentsOf(there, cartId)).toEqual({ poster: 40 });
    for (const one of servers) {
      expect((await one.end("SIGTERM")).code).toBe(0);
      expect(one.output()).not.toContain('"level":50');
    }
  });

  test("processes that start together migrate once, and leave no lock behind", {
    timeout: 180_000,
  }, async () => {
    const { url, direct } = await own();
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => run(process.execPath, [migrateProcess, url])),
    );
    const applied = outcomes.map(({ stdout }) => JSON.parse(stdout) as string[]);
    expect(applied.filter(({ length }) => length > 0)).toEqual([Object.keys(migrations)]);
    const engine = await open(direct);
    const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`.execute(engine.read);
    expect(rows).toEqual([]);
  });

  test("PostgreSQL is used again soon after it was away", { timeout: 60_000 }, async () => {
    const { direct } = await own();
    const proxy = await openProxy(direct, 5432);
    const limits = { statementTimeoutMs: 1000, connectTimeoutMs: 1000 };
    const engine = await openEngine(await startPgbouncer(proxy.url), limits);
    onTestFinished(() => engine.close());
    const ask = () =>
      sql`select 1`.execute(engine.read).then(
        () => "answers",
        () => "away",
      );
    expect(await ask()).toBe("answers");
    proxy.cut();
    await expect.poll(ask, { timeout: 10_000 }).toBe("away");
    proxy.restore();
    // By default, pgbouncer waits 15 seconds.
    await expect.poll(ask, { timeout: 10_000, interval: 100 }).toBe("answers");
  });

  test("a statement that takes too long is cancelled, on the server too, and leaves nothing behind", async () => {
    const { url, direct } = await own();
    const engine = await openEngine(url, { statementTimeoutMs: 500 });
    onTestFinished(() => engine.close());
    const watcher = await open(direct);
    const tooLong = { code: "57014" };
    await expect(sql`select pg_sleep(60)`.execute(engine.read)).rejects.toMatchObject(tooLong);
    await expect(engine.write((db) => sql`select pg_sleep(60)`.execute(db))).rejects.toMatchObject(tooLong);
    const asleep = sql`select 1 from pg_stat_activity where query like '%pg_sleep(60)' and state = 'active'
      and datname = current_database()`;
    expect((await asleep.execute(watcher.read)).rows).toEqual([]);
    // A transaction's settings end with it: the connection's next user isn't affected.
    const { rows } = await sql`show statement_timeout`.execute(engine.read);
    expect(rows).toEqual([{ statement_timeout: "0" }]);
  });

  describe("the command line", () => {
    test("works, and copies into and out of such a database", { timeout: 180_000 }, async () => {
      const { url } = await own();
      const cli = await openCli();
      onTestFinished(() => cli.close());
      const { DATABASE_URL: file } = cli.env;
      cli.env.DATABASE_URL = url;
      await cli.ask("stores", "create", "--slug", "harbour", "--name", "Harbour", "--currency", "eur");
      await cli.ask("products", "import", "server/development/products.csv", "--store", "harbour");
      const there = await cli.ask("db", "copy", "--from", url, "--to", file);
      const { url: other } = await own();
      expect(await cli.ask("db", "copy", "--from", file, "--to", other)).toEqual(there);
      cli.env.DATABASE_URL = other;
      expect(await cli.ask("stores", "list")).toMatchObject([{ slug: "harbour" }]);
    });
  });
});

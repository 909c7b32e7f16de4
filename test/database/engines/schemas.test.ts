import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { openEngine } from "../../../server/database/database.ts";
import { isSameDatabase, postgresAddress } from "../../../server/database/engines/database-url.ts";
import { migrations } from "../../../server/database/migrate.ts";
import { openCli } from "../../cli/cli-harness.ts";
import { emptyPostgres, type TestDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";
import { addLine, contentsOf, newCart } from "../../helpers/shopping.ts";
import { startWorld } from "../../helpers/world.ts";
import { databaseSuite } from "../database-suite.ts";

/** The same database, for a service in this schema of it. */
function inSchema(databaseUrl: string, schema: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set("schema", schema);
  return url.href;
}

describe("?schema= in an address", () => {
  test.each([
    ["postgres://u@h/d", { connectionString: "postgres://u@h/d" }],
    ["postgres://u@h/d?schema=a", { connectionString: "postgres://u@h/d", schema: "a" }],
    [
      "postgres://u@h/d?sslmode=require&schema=a&host=%2Frun",
      { connectionString: "postgres://u@h/d?sslmode=require&host=%2Frun", schema: "a" },
    ],
    ["postgres://u@h/d?schema=", { connectionString: "postgres://u@h/d" }],
  ])("the driver gets %s without it", (url, address) => {
    const { hosts, schema } = postgresAddress(url);
    const [{ connectionString }] = hosts;
    expect({ connectionString, ...(schema && { schema }) }).toEqual(address);
    expect(hosts).toHaveLength(1);
  });

  test("makes it a different database", () => {
    const [plain, a, b] = ["", "?schema=a", "?schema=b"].map((query) => `postgres://u@h/d${query}`);
    expect(isSameDatabase(`${a}`, `${b}`)).toBe(false);
    expect(isSameDatabase(`${plain}`, `${a}`)).toBe(false);
    expect(isSameDatabase(`${plain}`, `${plain}?schema=public`)).toBe(true);
  });
});

withPostgres("several services in schemas of one database", (server) => {
  const own = async () => {
    const testDatabase = await emptyPostgres(server);
    onTestFinished(() => testDatabase.drop());
    return testDatabase.url;
  };

  test("migrate concurrently, each its own tables, beside one in the default schema", async () => {
    const url = await own();
    const places = [url, inSchema(url, "one"), inSchema(url, 'an "other" shop')];
    const engines = await Promise.all(places.map((place) => openEngine(place)));
    onTestFinished(async () => {
      for (const engine of engines) await engine.close();
    });
    const applied = await Promise.all(engines.map((engine) => engine.migrate()));
    expect(applied).toEqual(places.map(() => Object.keys(migrations)));
    expect(await Promise.all(engines.map((engine) => engine.migrate()))).toEqual([[], [], []]);
    const counts = sql`select count(*) as tables from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') group by schemaname`;
    const [first] = engines;
    const { rows } = await counts.execute((first as NonNullable<typeof first>).read);
    expect(rows.length).toBe(3);
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(1);
  });

  test("don't share keys, products or carts", async () => {
    const url = await own();
    const worlds = [
      await startWorld({ databaseUrl: inSchema(url, "one") }),
      await startWorld({ databaseUrl: inSchema(url, "two") }),
    ] as const;
    onTestFinished(async () => {
      for (const world of worlds) await world.close();
    });
    const [here, there] = [await worlds[0].merchant(), await worlds[1].merchant()];
    expect(here.store.slug).toBe(there.store.slug);
    const cartId = await newCart(here);
    expect((await addLine(here, cartId, "poster")).response.status).toBe(200);
    expect(await contentsOf(here, cartId)).toEqual({ poster: 1 });
    const stranger = worlds[1].client(here.key);
    const { response } = await stranger.GET("/v1/cart/{cartId}", { params: { path: { cartId } } });
    expect(response.status).toBe(401);
    const lost = await there.client.GET("/v1/cart/{cartId}", { params: { path: { cartId } } });
    expect(lost.response.status).toBe(404);
  });

  test("are copied from one to the other", async () => {
    const url = await own();
    const cli = await openCli();
    onTestFinished(() => cli.close());
    const [one, two] = [inSchema(url, "one"), inSchema(url, "two")];
    cli.env.DATABASE_URL = one;
    await cli.ask("stores", "create", "--slug", "harbour", "--name", "Harbour", "--currency", "eur");
    await cli.ask("products", "import", "server/development/products.csv", "--store", "harbour");
    const products = await cli.ask("products", "list", "--store", "harbour");
    await cli.ask("db", "copy", "--from", one, "--to", two);
    cli.env.DATABASE_URL = two;
    expect(await cli.ask("products", "list", "--store", "harbour")).toEqual(products);
  });

  describe("the database suite in its own schema:", () =>
    databaseSuite(async (): Promise<TestDatabase> => {
      const testDatabase = await emptyPostgres(server);
      return { ...testDatabase, url: inSchema(testDatabase.url, "shop") };
    }));
});

import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase, openEngine } from "../../../server/database/database.ts";
import { migrateToLatest, migrations } from "../../../server/database/migrate.ts";
import { emptyPostgres, emptySqlite, type TestDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";

const now = Date.parse("2026-01-15T10:00:00Z");

function suite(newDatabase: () => Promise<TestDatabase>): void {
  let database: Database;
  beforeAll(async () => {
    const testDatabase = await newDatabase();
    const engine = await openEngine(testDatabase.url);
    const write = (statement: ReturnType<typeof sql>) => engine.writeOne((db) => statement.execute(db));
    const addProduct = (n: number, name: string) =>
      write(sql`
        insert into products (id, store_id, reference, position, name, price_in_cents, currency, type, is_active, image_url)
        values (${`prod_${n}`}, 'store_1', ${`reference-${n}`}, ${n}, ${name}, 100, 'eur', 'physical', 1,
          'https://a.example/1.jpg')`);
    const known = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0008"));
    await engine.write((db) => migrateToLatest(db, { known }));
    await write(sql`
      insert into stores (id, slug, name, currency, theme, plan, is_published, payments_configured, created_at)
      values ('store_1', 'quay', 'Quay', 'eur', '{}', 'pro', 1, 1, ${now})`);
    // More than the migration fills in one batch.
    for (let n = 1; n <= 501; n++) await addProduct(n, `Straße ${n}`);
    await engine.migrate();
    // What the previous version writes while both run.
    await addProduct(502, "Straße 502");
    await write(sql`update products set price_in_cents = 200 where id = 'prod_1'`);
    database = await openDatabase(testDatabase.url, () => now);
    return async () => {
      await database.close();
      await engine.close();
      await testDatabase.drop();
    };
  });

  const idsOf = async (request: object) =>
    (await database.productPages.read({ storeId: "store_1", limit: 100, ...request }))?.products.map(
      ({ _id }) => _id,
    );

  test("existing products are found by their words", async () => {
    expect(await idsOf({ q: "strasse 501" })).toEqual(["prod_501"]);
    expect(await idsOf({ q: "strasse 1", limit: 2 })).toEqual(["prod_1", "prod_10"]);
  });

  test("products written by the previous version are listed, and found once they are imported again", async () => {
    expect(await idsOf({ after: "prod_500" })).toEqual(["prod_501", "prod_502"]);
    expect(await idsOf({ q: "strasse 502" })).toEqual([]);
    const all = await database.products.listAll("store_1");
    const last = all.filter(({ reference }) => reference === "reference-502");
    await database.products.import("store_1", last);
    expect(await idsOf({ q: "strasse 502" })).toEqual(["prod_502"]);
  });

  test("existing products keep their image, and have no other new values", async () => {
    expect(await database.products.find({ storeId: "store_1", productId: "prod_2" })).toMatchObject({
      slug: null,
      group: null,
      options: [],
      images: [{ url: "https://a.example/1.jpg", alt: null }],
    });
  });
}

describe("SQLite", () => suite(emptySqlite));

withPostgres("PostgreSQL", (server) => suite(() => emptyPostgres(server)));

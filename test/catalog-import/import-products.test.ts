import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importProducts } from "../../server/catalog-import/import-products.ts";
import { type Database, openDatabase } from "../../server/database/database.ts";
import { seedDemoStore } from "../../server/development/seed.ts";

/** Real exports, which aren't ours to copy into the project. */
const catalogs = process.env.CATALOGS ?? fileURLToPath(new URL("../../../shared/catalogs", import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterpart-import-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let databases = 0;
async function withDatabase(use: (database: Database) => Promise<void>): Promise<void> {
  const database = await openDatabase(`file:${path.join(folder, `${++databases}.db`)}`, Date.now);
  try {
    await use(database);
  } finally {
    await database.close();
  }
}

async function newShop(database: Database) {
  const store = await database.stores.create({ slug: "shop", name: "Shop", currency: "usd" });
  if (!store) throw new Error("The slug is taken.");
  return store;
}

const csv = (...rows: string[]) => ({
  name: "products.csv",
  bytes: Buffer.from(["Handle,Title,Variant Price", ...rows].join("\n")),
});

test("a second import updates what differs, and leaves what isn't in the file", () =>
  withDatabase(async (database) => {
    const store = await newShop(database);
    const first = await importProducts(database, store, csv("a,A,1", "b,B,2", "c,C,3"));
    expect(first).toEqual({ created: 3, updated: 0, unchanged: 0, skipped: 0 });
    const ids = (await database.products.listAll(store.id)).map(({ _id }) => _id);
    const second = await importProducts(database, store, csv("b,B,2.50", "c,C,3", "d,D,4"));
    expect(second).toEqual({ created: 1, updated: 1, unchanged: 1, skipped: 0 });
    const after = await database.products.listAll(store.id);
    expect(after.map(({ reference, priceInCents }) => [reference, priceInCents])).toEqual([
      ["a", 100],
      ["b", 250],
      ["c", 300],
      ["d", 400],
    ]);
    expect(after.slice(0, 3).map(({ _id }) => _id)).toEqual(ids);
  }));

test("a single fault rejects the whole file", () =>
  withDatabase(async (database) => {
    const store = await newShop(database);
    await importProducts(database, store, csv("a,A,1"));
    const before = await database.products.listAll(store.id);
    const faulty = importProducts(database, store, csv("a,A,5", "b,B,2", "c,C,x"));
    await expect(faulty).rejects.toMatchObject({ code: "VALIDATION_ERROR", faults: [{ line: 4 }] });
    expect(await database.products.listAll(store.id)).toEqual(before);
  }));

describe("real exports", () => {
  const isThere = existsSync(catalogs);
  if (!isThere) console.log(`Skipped: no real exports at ${catalogs}. Set CATALOGS to where they are.`);

  test.skipIf(!isThere)(
    `of Shopify, from ../shared/catalogs, import whole, and a second time change nothing`,
    () =>
      withDatabase(async (database) => {
        const store = await newShop(database);
        const names = (await readdir(catalogs)).filter((name) => name.endsWith(".csv"));
        expect(names.length).toBeGreaterThan(0);
        for (const name of names) {
          const file = { name, bytes: await readFile(path.join(catalogs, name)) };
          const { created, ...rest } = await importProducts(database, store, file);
          expect(created, name).toBeGreaterThan(20);
          expect(rest).toEqual({ updated: 0, unchanged: 0, skipped: 0 });
          const again = await importProducts(database, store, file);
          expect(again).toEqual({ created: 0, updated: 0, unchanged: created, skipped: 0 });
        }
        for (const product of await database.products.listAll(store.id)) {
          expect(product.description ?? "").not.toMatch(/[<>]/);
          expect(product.priceInCents).toBeGreaterThan(0);
          expect(product.imageUrl).toMatch(/^https:/);
          expect(product).toMatchObject({ isActive: true, type: "physical", currency: "usd" });
        }
      }),
  );
});

describe("the demo store", () => {
  test("is made once, from our own files, with one of every kind", () =>
    withDatabase(async (database) => {
      const store = await seedDemoStore(database);
      expect(store).toMatchObject({ slug: "demo", plan: "pro", isPublished: true, paymentsConfigured: true });
      const products = await database.products.listAll(store?.id ?? "");
      expect(new Set(products.map(({ type, billingInterval }) => `${type} ${billingInterval}`))).toEqual(
        new Set(["physical null", "digital null", "subscription month", "subscription year"]),
      );
      expect(products.filter(({ isActive }) => !isActive)).toHaveLength(1);
      expect(await seedDemoStore(database)).toEqual(store);
      expect(await database.products.listAll(store?.id ?? "")).toEqual(products);
    }));

  test("isn't created beside an operator's own", () =>
    withDatabase(async (database) => {
      await newShop(database);
      expect(await seedDemoStore(database)).toBeUndefined();
      expect(await database.stores.list()).toHaveLength(1);
    }));
});

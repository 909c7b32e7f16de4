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

const nothingElse = { skipped: 0, leftOut: [], offSale: [] };

test("a second import updates what differs, and leaves products that aren't in the file", () =>
  withDatabase(async (database) => {
    const store = await newShop(database);
    const first = await importProducts(database, store, csv("a,A,1", "b,B,2", "c,C,3"));
    expect(first).toEqual({ created: 3, updated: 0, unchanged: 0, ...nothingElse });
    const ids = (await database.products.listAll(store.id)).map(({ _id }) => _id);
    const second = await importProducts(database, store, csv("b,B,2.50", "c,C,3", "d,D,4"));
    expect(second).toEqual({ created: 1, updated: 1, unchanged: 1, ...nothingElse });
    const after = await database.products.listAll(store.id);
    expect(after.map(({ reference, priceInCents }) => [reference, priceInCents])).toEqual([
      ["a", 100],
      ["b", 250],
      ["c", 300],
      ["d", 400],
    ]);
    expect(after.slice(0, 3).map(({ _id }) => _id)).toEqual(ids);
  }));

test("the audit trail records each product that arrived off sale once, with the reason", () =>
  withDatabase(async (database) => {
    const store = await newShop(database);
    const by = { kind: "person", id: "person_1" } as const;
    const file = (isGiftCard: boolean, price = 2) => {
      const rows = [`cap,Cap,${price},${isGiftCard ? "TRUE" : "FALSE"},C`, "card,Card,20,TRUE,"];
      const header = "Handle,Title,Price,Gift Card,Barcode";
      return { name: "products.csv", bytes: Buffer.from([header, ...rows].join("\n")) };
    };
    const importFile = (...args: Parameters<typeof file>) =>
      importProducts(database, store, file(...args), { by });
    const recorded = async () => {
      const page = await database.auditTrail.list({ storeId: store.id, limit: 100 });
      const products = await database.products.listAll(store.id);
      const referenceOf = (id: string | null) => products.find(({ _id }) => _id === id)?.reference;
      return page?.entries.map(({ action, objectId, changes, by }) => [
        action,
        referenceOf(objectId),
        Object.fromEntries(Object.entries(changes).map(([name, { to }]) => [name, to])),
        by.id,
      ]);
    };
    await importFile(true);
    const arrived = [
      [
        "products.imported",
        undefined,
        { created: 2, offSale: 2, leftOut: "barcode, gift cards", updated: 0 },
        "person_1",
      ],
      [
        "product.imported_off_sale",
        "card",
        { reason: "a gift card, which can't be redeemed here" },
        "person_1",
      ],
      [
        "product.imported_off_sale",
        "cap",
        { reason: "a gift card, which can't be redeemed here" },
        "person_1",
      ],
    ];
    expect(await recorded()).toEqual(arrived);
    // A product that was off sale before isn't taken off sale again.
    expect(await importFile(true, 3)).toMatchObject({ updated: 1, offSale: [{ line: 2 }, { line: 3 }] });
    expect((await recorded())?.map(([action]) => action)).toEqual([
      "products.imported",
      "products.imported",
      "product.imported_off_sale",
      "product.imported_off_sale",
    ]);
    await importFile(false, 3);
    await importFile(true, 3);
    expect((await recorded())?.slice(0, 2).map(([action, reference]) => [action, reference])).toEqual([
      ["products.imported", undefined],
      ["product.imported_off_sale", "cap"],
    ]);
  }));

const counted = (...rows: string[]) => ({
  name: "products.csv",
  bytes: Buffer.from(
    ["Handle,Title,Price,Status,Inventory tracker,Inventory quantity,Variant Inventory Policy", ...rows].join(
      "\n",
    ),
  ),
});

test("an import counts new products, and changes the stock of others only with changesStock", () =>
  withDatabase(async (database) => {
    const store = await newShop(database);
    const stock = async () =>
      Object.fromEntries(
        (await database.products.listAll(store.id)).map((one) => [one.reference, one.stock]),
      );
    const row = (name: string, quantity: number, policy = "deny") =>
      `${name},${name},1,active,shopify,${quantity},${policy}`;
    await importProducts(database, store, counted(row("a", 5), row("b", 6), row("c", 7, "continue")));
    expect(await stock()).toEqual({ a: 5, b: 6, c: null });
    const later = counted(row("a", 50), row("b", 6, "continue"), row("c", 7), row("d", 8));
    expect(await importProducts(database, store, later)).toMatchObject({
      created: 1,
      updated: 0,
      unchanged: 3,
    });
    expect(await stock()).toEqual({ a: 5, b: 6, c: null, d: 8 });
    const changed = await importProducts(database, store, later, { changesStock: true });
    expect(changed).toMatchObject({ created: 0, updated: 3, unchanged: 1 });
    expect(await stock()).toEqual({ a: 50, b: null, c: 7, d: 8 });
    // A file without these columns changes nothing.
    await importProducts(database, store, csv("a,a,1"), { changesStock: true });
    expect(await stock()).toMatchObject({ a: 50 });
  }));

test("a product that was off sale because it was sold out comes back with the stock 0", () =>
  withDatabase(async (database) => {
    const store = await newShop(database);
    const row = (status: string) => counted(`a,A,1,${status},shopify,0,deny`);
    // As an earlier version imported it: off sale and not counted.
    await importProducts(database, store, {
      name: "a.csv",
      bytes: Buffer.from("Handle,Title,Price,Status\na,A,1,draft"),
    });
    expect(await importProducts(database, store, row("active"))).toMatchObject({ updated: 1 });
    expect(await database.products.listAll(store.id)).toMatchObject([{ isActive: true, stock: 0 }]);
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
    `of Shopify, from ../shared/catalogs, are imported completely, and change nothing the second time`,
    () =>
      withDatabase(async (database) => {
        const store = await newShop(database);
        const names = (await readdir(catalogs)).filter((name) => name.endsWith(".csv"));
        expect(names.length).toBeGreaterThan(0);
        const tracked: number[] = [];
        for (const name of names) {
          const file = { name, bytes: await readFile(path.join(catalogs, name)) };
          const { created, leftOut, ...rest } = await importProducts(database, store, file);
          expect(created, name).toBeGreaterThan(20);
          // Three columns in a row: tracker, quantity and policy.
          const cells = file.bytes.toString().matchAll(/,shopify,(\d+),deny,/g);
          tracked.push(...Array.from(cells, ([, quantity]) => Number(quantity)));
          expect(rest).toEqual({ updated: 0, unchanged: 0, skipped: 0, offSale: [] });
          const rows = Object.fromEntries(leftOut.map(({ topic, rows }) => [topic, rows]));
          expect(rows, name).toMatchObject({ tax: created });
          const again = await importProducts(database, store, file);
          expect(again).toEqual({
            created: 0,
            updated: 0,
            unchanged: created,
            skipped: 0,
            leftOut,
            offSale: [],
          });
        }
        const products = await database.products.listAll(store.id);
        const counted = products.flatMap(({ stock }) => (stock === null ? [] : [stock]));
        expect(tracked.length).toBeGreaterThan(0);
        expect(counted).toEqual(tracked);
        for (const product of products) {
          expect(product.description ?? "").not.toMatch(/[<>]/);
          expect(product.priceInCents).toBeGreaterThan(0);
          expect(product.imageUrl).toMatch(/^https:/);
          expect(product).toMatchObject({ isActive: true, type: "physical", currency: "usd" });
        }
      }),
  );
});

describe("the demo store", () => {
  test("is created once, from our own files, with one product of every kind", () =>
    withDatabase(async (database) => {
      const store = await seedDemoStore(database);
      expect(store).toMatchObject({ slug: "demo", plan: "pro", isPublished: true, paymentsConfigured: true });
      const products = await database.products.listAll(store?.id ?? "");
      expect(new Set(products.map(({ type, billingInterval }) => `${type} ${billingInterval}`))).toEqual(
        new Set(["physical null", "digital null", "subscription month", "subscription year"]),
      );
      const offSale = products.filter(({ isActive }) => !isActive).map(({ reference }) => reference);
      expect(offSale).toEqual(["tide-calendar-2026", "gift-voucher/€25", "gift-voucher/€50"]);
      expect(await seedDemoStore(database)).toEqual(store);
      expect(await database.products.listAll(store?.id ?? "")).toEqual(products);
    }));

  test("isn't created beside an operator's own store", () =>
    withDatabase(async (database) => {
      await newShop(database);
      expect(await seedDemoStore(database)).toBeUndefined();
      expect(await database.stores.list()).toHaveLength(1);
    }));
});

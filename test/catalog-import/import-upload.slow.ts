import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { importProducts } from "../../server/catalog-import/import-products.ts";
import { importUpload } from "../../server/catalog-import/import-upload.ts";
import { readInProcess } from "../../server/catalog-import/read-in-process.ts";
import { readProducts } from "../../server/catalog-import/read-products.ts";
import { type Database, openDatabase } from "../../server/database/database.ts";
import { migratedDatabase } from "../helpers/data/test-database.ts";

const header = "Handle,Title,Variant Price";
const csv = (rows: string[]) => ({ name: "a.csv", bytes: Buffer.from([header, ...rows].join("\n")) });
const rows = (count: number, row: (n: number) => string) => Array.from({ length: count }, (_, n) => row(n));
const json = (text: string) => ({ name: "a.json", bytes: Buffer.from(text) });
const product = (change: object) => ({
  reference: "r",
  name: "N",
  type: "digital",
  priceInCents: 1,
  ...change,
});
const bounds = { maxProducts: 10_000 };

describe("an upload", () => {
  let database: Database;
  let drop: () => Promise<void>;
  beforeEach(async () => {
    const empty = await migratedDatabase();
    ({ drop } = empty);
    database = await openDatabase(empty.url, Date.now);
  });
  afterEach(async () => {
    await database.close();
    await drop();
  });
  async function newStore(slug: string) {
    const store = await database.stores.create({ slug, name: "Shop", currency: "usd" });
    if (!store) throw new Error("The slug is taken.");
    return store;
  }
  const upload = (store: { id: string; currency: string }, file: ReturnType<typeof csv>) =>
    importUpload(database, store, file, {});

  test("a merchant's file is imported, and its faults are reported", async () => {
    const store = await newStore("shop");
    expect(await upload(store, csv(["a,A,1", "b,B,2"]))).toMatchObject({ created: 2, skipped: 0 });
    await expect(upload(store, csv(["a,A,1", "b,B,x"]))).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      message: "It has a fault.",
      faults: [{ line: 3 }],
    });
    await expect(upload(store, json("{"))).rejects.toThrow("isn't JSON");
  });

  test("another process reads what this one reads", async () => {
    const { name, bytes } = csv(["a,A,1", "b,,x", ",,"]);
    expect(await readInProcess(name, bytes, "usd", bounds)).toEqual(readProducts(name, bytes, "usd"));
  });

  test("other work continues while a file is read and saved", async () => {
    const store = await newStore("shop");
    let turns = 0;
    const ticking = setInterval(() => turns++, 1);
    await upload(store, csv(rows(2000, (n) => `h${n},T,1`)));
    clearInterval(ticking);
    // Reading happens in another process; saving lets others work after each 100 products.
    expect(turns).toBeGreaterThan(20);
  });

  test("an import beyond a store's limit is refused, and changes nothing", async () => {
    const store = await newStore("shop");
    const few = { maxProducts: 3, maxProductsOfStore: 3, read: readProducts };
    const importFew = (lines: string[]) => importProducts(database, store, csv(lines), { bounds: few });
    await importFew(["a,A,1", "b,B,1"]);
    await expect(importFew(["c,C,1", "d,D,1"])).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await database.products.listAll(store.id)).toHaveLength(2);
    await importProducts(database, store, csv(rows(5, (n) => `h${n},T,1`)));
    await expect(importFew(["a,A,2"])).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("one file is imported at a time, and each store can have one waiting", async () => {
    const [store, other] = [await newStore("shop"), await newStore("other")];
    const file = csv(["a,A,1"]);
    const results = await Promise.allSettled([store, store, store, other].map((one) => upload(one, file)));
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  });
});

describe("a file that would take much memory", () => {
  test.each([
    ["invalid rows", csv(rows(3000, (n) => `h${n},,x`)), 3000],
    ["uneven rows", csv(rows(900, () => ",,x,")), 900],
    ["values that aren't products", json(`[${rows(3000, () => "0").join(",")}]`), 3000],
    ["empty objects", json(`[${rows(3000, () => "{}").join(",")}]`), 9000],
  ])("keeps 100 of its faults and counts all of them: %s", (_, { name, bytes }, least) => {
    const { faults, faultCount } = readProducts(name, bytes, "usd", bounds);
    expect(faults).toHaveLength(100);
    expect(faultCount).toBeGreaterThanOrEqual(least);
  });

  const many = (text: string, separator = ",") => rows(1000, () => text).join(separator);
  test.each([
    ["fields", [product(Object.fromEntries(rows(1000, (n) => `x${n}`).map((name) => [name, 1])))]],
    ["details", [product({ details: rows(1000, () => "0").map(Number) })]],
    ["images", [product({ images: rows(1000, () => "x") })]],
    [
      "fields of an image",
      [product({ images: [Object.fromEntries(rows(1000, (n) => `x${n}`).map((x) => [x, 1]))] })],
    ],
  ])("reports one fault for too many %s", (_, products) => {
    const { faults } = readProducts("a.json", Buffer.from(JSON.stringify(products)), "usd");
    expect(faults).toEqual([{ line: 1, message: expect.stringContaining("more than 100 entries") }]);
  });

  test.each([
    ["products in CSV", csv(rows(11, (n) => `h${n},T,1`)), "more than 10 products"],
    ["variants", csv(rows(11, () => "h,T,1")), "more than 10 products"],
    ["rows without a product", csv(rows(101, () => ",,")), "more than 100 rows"],
    ["products in JSON", json(`[${rows(11, () => "{}").join(",")}]`), "more than 10 products"],
    ["values", json(`[[${many("0")}]]`), "too many values"],
    ["objects", json(`[{"a":[${many("{}")}]}]`), "too many values"],
    ["levels", json(many("[", "") + many("]", "")), "too many values"],
  ])("is refused before it is read to its end: %s", (_, { name, bytes }, message) => {
    expect(() => readProducts(name, bytes, "usd", { maxProducts: 10 })).toThrow(message);
  });

  test("ends only the process that reads it", async () => {
    const { name, bytes } = json(`[[${rows(3_000_000, () => "{}").join(",")}]]`);
    const reading = readInProcess(name, bytes, "usd", { maxProducts: Number.MAX_SAFE_INTEGER });
    await expect(reading).rejects.toThrow("too much memory");
  });
});

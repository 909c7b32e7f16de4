import { type ArrayParts, createArrayParts } from "@counterpart/server";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { CatalogSnapshot, CatalogStore } from "../../server/database/queries/products/catalogs.ts";
import { defaultCatalogLimits } from "../../server/domain/catalog-limits.ts";
import type { Product } from "../../server/domain/product.ts";
import { createCatalogs } from "../../server/merchants/catalogs/catalogs.ts";
import { createSlices } from "../../server/merchants/catalogs/slices.ts";
import { readCatalog } from "../helpers/data/read-catalog.ts";
import { dataOf } from "../helpers/shopping.ts";
import { type Merchant, manyProducts, startWorld } from "../helpers/world.ts";

const world = await startWorld();
afterAll(() => world.close());
const { database } = world.services;

const inParts = createArrayParts<Product>(world.document, "#/components/schemas/Product");
/** The names of the products that were validated and serialised. */
const checked: string[] = [];
const counting: ArrayParts<Product> = {
  ...inParts,
  check(items, beforeItem) {
    checked.push(...items.map(({ name }) => name));
    return inParts.check(items, beforeItem);
  },
};
beforeEach(() => void checked.splice(0));

const partsOf = (sliceMs: number) => ({
  database,
  products: counting,
  slices: createSlices({ sliceMs }),
  limits: defaultCatalogLimits,
});

/** Serves catalogs that are read in slices of no length: the event loop turns before each product. */
async function served(merchant: Merchant, path = "/v1/catalog", headers = {}) {
  const catalogs = createCatalogs(partsOf(0));
  return world.withServices(
    (services) => ({ ...services, catalogs }),
    () =>
      world.fetch(`${world.url}${path}`, {
        headers: { authorization: `Bearer ${merchant.key}`, ...headers },
      }),
  );
}

describe("a catalog of a few thousand products", async () => {
  const merchant = await world.merchant({}, manyProducts(3000));

  test("200 with the same content, in slices or read at once, in the catalog and in the list", async () => {
    const whole = await readCatalog(database, merchant.store.id);
    const response = await served(merchant);
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toBe(JSON.stringify({ data: whole }));
    expect(checked).toHaveLength(3000);
    const list = await served(merchant, "/v1/products");
    expect(await list.text()).toBe(JSON.stringify({ data: whole?.products }));
  });

  test("200 with the same tag from each process, and 304 for it", async () => {
    const tag = (await served(merchant)).headers.get("ETag") ?? "";
    const again = await served(merchant, "/v1/catalog", { "if-none-match": tag });
    expect([again.status, again.headers.get("ETag")]).toEqual([304, tag]);
  });

  test("lets other requests in between", async () => {
    let turns = 0;
    let isRead = false;
    const count = (): void => {
      turns++;
      if (!isRead) setImmediate(count);
    };
    setImmediate(count);
    await createCatalogs(partsOf(0)).read(merchant.store.id);
    isRead = true;
    expect(turns).toBeGreaterThanOrEqual(3000);
  });

  test("is read once for all that ask meanwhile", async () => {
    const catalogs = createCatalogs(partsOf(1));
    const [one, ...others] = await Promise.all(
      Array.from({ length: 5 }, () => catalogs.read(merchant.store.id)),
    );
    expect(checked).toHaveLength(3000);
    expect(others.every((other) => other === one)).toBe(true);
  });
});

describe("after a change", async () => {
  const [merchant, other] = [await world.merchant({}, manyProducts(300)), await world.merchant()];
  const storeId = merchant.store.id;
  const catalogs = createCatalogs(partsOf(1));
  const readAgain = async () => {
    checked.splice(0);
    const catalog = await catalogs.read(storeId);
    const sent = await world.withServices(
      (services) => ({ ...services, catalogs }),
      () => merchant.client.GET("/v1/catalog"),
    );
    expect(dataOf(sent)).toEqual(await readCatalog(database, storeId));
    return catalog;
  };
  const change = (at: number, changes: object) =>
    database.products.import(
      storeId,
      manyProducts(300)
        .slice(at, at + 1)
        .map((one) => ({ ...one, ...changes })),
    );
  const places = () => new Set(checked.map((name) => Math.floor((Number(name.split(" ")[1]) + 1) / 50)));

  test("of another store, nothing is read", async () => {
    const before = await readAgain();
    await database.products.import(other.store.id, manyProducts(2));
    expect(await readAgain()).toBe(before);
    expect(checked).toEqual([]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ["of a price", () => change(120, { priceInCents: 7 })],
    ["that takes a product off sale", () => change(121, { isActive: false })],
    ["that puts it on sale again", () => change(121, {})],
    [
      "of a count",
      () =>
        database.stockLevels.change({ storeId, productId: merchant.products["print-122"] ?? "" }, { to: 5 }),
    ],
    [
      "that deletes a product",
      () => database.managedProducts.delete({ storeId, product: "print-123" }, () => {}),
    ],
  ])("%s, only the product's group is checked again", async (_, make) => {
    const before = await readAgain();
    await make();
    expect(await readAgain()).not.toBe(before);
    expect([...places()]).toEqual([2]);
  });

  test("of the store, no product is checked again", async () => {
    const before = await readAgain();
    await database.stores.update(merchant.store.slug, { name: "Quay Press" });
    expect((await readAgain())?.store.name).toBe("Quay Press");
    expect([before === (await catalogs.read(storeId)), checked]).toEqual([false, []]);
  });

  test("by a version that doesn't name stores, all products are checked again", async () => {
    let ofAny = 0;
    const changesOf = async () => ({ latest: ofAny, ofAny });
    const beside = createCatalogs({
      ...partsOf(1),
      database: { catalogs: { ...database.catalogs, changesOf } },
    });
    await beside.read(storeId);
    const count = checked.splice(0).length;
    ofAny++;
    await beside.read(storeId);
    expect(checked).toHaveLength(count);
  });

  test("that the catalog doesn't show, it stays the same object", async () => {
    const before = await readAgain();
    await database.keys.create({ storeId, label: null });
    await database.stores.update(merchant.store.slug, { successUrl: "https://quay.example/thanks" });
    expect(await readAgain()).toBe(before);
  });

  test("during a reading, those that asked before it and those that ask after it get what they may", async () => {
    await change(0, { name: "Print 0, before" });
    const earlier = catalogs.read(storeId);
    await change(0, { name: "Print 0, after" });
    const later = await catalogs.read(storeId);
    await earlier;
    expect(await readAgain()).toBe(later);
  });
});

describe("at the same time", () => {
  /** Catalogs of stores of which some are large, which are read when a test says so. */
  function held(isLarge: boolean) {
    const running: string[] = [];
    const reads: (() => void)[] = [];
    const changes: Record<string, number> = {};
    const catalogs = createCatalogs({
      ...partsOf(1),
      database: {
        catalogs: {
          changesOf: async (storeId: string) => ({ latest: changes[storeId] ?? 0, ofAny: 0 }),
          isLarger: async () => isLarge,
          read: async <T>(storeId: string, job: (snapshot: CatalogSnapshot) => Promise<T>) => {
            running.push(storeId);
            await new Promise<void>((resolve) => reads.push(resolve));
            running.splice(running.indexOf(storeId), 1);
            return job({
              store: async () => ({ _id: storeId }) as CatalogStore,
              groups: async function* () {},
              products: async () => [],
            });
          },
        },
      },
    });
    return { catalogs, running, changes, finish: () => reads.splice(0).map((resolve) => resolve()) };
  }

  test("two large catalogs are read in a process", async () => {
    const { catalogs, running, finish } = held(true);
    const all = Promise.all(["a", "b", "c"].map((storeId) => catalogs.read(storeId)));
    await vi.waitFor(() => expect(running).toEqual(["a", "b"]));
    finish();
    await vi.waitFor(() => expect(running).toEqual(["c"]));
    finish();
    expect((await all).map((one) => one?.store._id)).toEqual(["a", "b", "c"]);
  });

  test("any number of small ones is", async () => {
    const { catalogs, running, finish } = held(false);
    const all = Promise.all(["a", "b", "c"].map((storeId) => catalogs.read(storeId)));
    await vi.waitFor(() => expect(running).toEqual(["a", "b", "c"]));
    finish();
    await all;
  });

  test("one of a store is read, then one more for all that asked after the changes meanwhile", async () => {
    const { catalogs, running, changes, finish } = held(false);
    const first = catalogs.read("a");
    await vi.waitFor(() => expect(running).toEqual(["a"]));
    const later = [1, 2, 3].map((change) => {
      changes.a = change;
      return catalogs.read("a");
    });
    finish();
    await first;
    await vi.waitFor(() => expect(running).toEqual(["a"]));
    finish();
    await Promise.all(later);
    expect(running).toEqual([]);
  });
});

test("undefined for a store that doesn't exist", async () => {
  expect(await createCatalogs(partsOf(1)).read("store_unknown")).toBeUndefined();
});

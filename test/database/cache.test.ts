import path from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createCache } from "../../server/database/cache.ts";
import { type Database, openDatabase, openEngine } from "../../server/database/database.ts";
import type { Store } from "../../server/database/queries/stores.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { sampleProducts } from "../helpers/world.ts";

/** Two processes on one database, each with its own connection and cache. */
let here: Database;
let elsewhere: Database;
let store: Store;
let url: string;
beforeEach(async () => {
  url = `file:${path.join(await temporaryFolder(), "shop.db")}`;
  [here, elsewhere] = [await openDatabase(url, Date.now), await openDatabase(url, Date.now)];
  onTestFinished(async () => {
    await Promise.all([here.close(), elsewhere.close()]);
  });
  const created = await here.stores.create({
    slug: "shop",
    name: "Harbour Press",
    currency: "eur",
    plan: "pro",
  });
  if (!created) throw new Error("The slug is taken.");
  store = created;
  await here.products.import(store.id, sampleProducts);
});

async function firstProduct() {
  const [first] = await here.products.listAll(store.id);
  return { storeId: store.id, productId: first?._id ?? "" };
}

/** Polls. test/system/processes checks that this takes less than a second on an idle machine. */
const eventually = (isSo: () => Promise<void>) => vi.waitFor(isSo, { interval: 20 });

describe("a change by another process takes effect within a second:", () => {
  test("a revoked key", async () => {
    const { id, key } = await here.keys.create({ storeId: store.id, label: "till" });
    expect(await here.keys.holder(key)).toMatchObject({ storeId: store.id, plan: "pro" });
    await elsewhere.keys.revoke(id);
    await eventually(async () => expect(await here.keys.holder(key)).toBeUndefined());
  });

  test("another plan", async () => {
    const { key } = await here.keys.create({ storeId: store.id, label: "till" });
    expect(await here.keys.holder(key)).toMatchObject({ plan: "pro" });
    await elsewhere.stores.update("shop", { plan: "free" });
    await eventually(async () => expect(await here.keys.holder(key)).toMatchObject({ plan: "free" }));
  });

  test("a new price", async () => {
    const [first] = await here.products.listAll(store.id);
    const productId = first?._id ?? "";
    await here.products.find({ storeId: store.id, productId });
    await elsewhere.products.import(
      store.id,
      sampleProducts.map((product) => ({ ...product, priceInCents: 1 })),
    );
    await eventually(async () => {
      expect(await here.products.find({ storeId: store.id, productId })).toMatchObject({ priceInCents: 1 });
    });
  });
});

test("a key that another process created is accepted at once, since only known keys are cached", async () => {
  const { key } = await elsewhere.keys.create({ storeId: store.id, label: "till" });
  expect(await here.keys.holder(key)).toMatchObject({ storeId: store.id });
});

test("a change by this process takes effect at once", async () => {
  const read = async () => (await here.stores.find(store.id))?.name;
  expect(await read()).toBe("Harbour Press");
  await here.stores.update("shop", { name: "Quay Press" });
  expect(await read()).toBe("Quay Press");
});

test("cached values are frozen and loaded once", async () => {
  const read = async () => here.products.find(await firstProduct());
  const [one, again] = [await read(), await read()];
  expect(again).toBe(one);
  expect(Object.isFrozen(one) && Object.isFrozen(one?.images)).toBe(true);
});

test("a change of another store leaves a store's products and settings cached", async () => {
  const product = await firstProduct();
  const other = await here.stores.create({ slug: "quay", name: "Quay", currency: "eur", plan: "pro" });
  const read = async () => [await here.products.find(product), await here.stores.find(store.id)];
  const before = await read();
  await elsewhere.products.import(other?.id ?? "", sampleProducts);
  await elsewhere.stores.update("quay", { name: "Quay Press" });
  // By then this process knows of all earlier changes.
  await eventually(async () => expect((await here.stores.find(other?.id ?? ""))?.name).toBe("Quay Press"));
  const after = await read();
  expect(after.map((one, at) => one === before[at])).toEqual([true, true]);
});

test("a change by a version that doesn't name the store takes effect too", async () => {
  const product = await firstProduct();
  await here.products.find(product);
  const { latest } = await here.catalogs.changesOf(store.id);
  const engine = await openEngine(url);
  onTestFinished(() => engine.close());
  await engine.write(async (db) => {
    await db.updateTable("products").set({ name: "By hand" }).where("id", "=", product.productId).execute();
    await db
      .updateTable("revision")
      .set((eb) => ({ n: eb("n", "+", 1) }))
      .execute();
  });
  await eventually(async () => expect((await here.products.find(product))?.name).toBe("By hand"));
  expect((await here.catalogs.changesOf(store.id)).ofAny).toBeGreaterThan(latest);
});

test("an import that changes nothing leaves all caches valid", async () => {
  const product = await firstProduct();
  const before = await here.products.find(product);
  const counts = await elsewhere.products.import(store.id, sampleProducts);
  expect(counts).toEqual({ created: 0, updated: 0, unchanged: sampleProducts.length });
  expect(await here.products.find(product)).toBe(before);
});

test("a value that changed while it was loaded isn't cached", async () => {
  const engine = await openEngine(`file:${path.join(await temporaryFolder(), "shop.db")}`);
  await engine.migrate();
  const cache = createCache(engine);
  onTestFinished(async () => {
    cache.close();
    await engine.close();
  });
  const [begun, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const reading = cache.getOrLoad("price", async () => {
    begun.resolve();
    await changed.promise;
    return { cents: 1 };
  });
  await begun.promise;
  cache.invalidate();
  changed.resolve();
  await reading;
  expect(await cache.getOrLoad("price", async () => ({ cents: 2 }))).toEqual({ cents: 2 });
});

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
beforeEach(async () => {
  const url = `file:${path.join(await temporaryFolder(), "shop.db")}`;
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

  test("a new price, in the product, the list and the catalog", async () => {
    const [first] = await here.products.listActive(store.id);
    const productId = first?._id ?? "";
    await here.catalogs.read(store.id);
    await elsewhere.products.import(
      store.id,
      sampleProducts.map((product) => ({ ...product, priceInCents: 1 })),
    );
    await eventually(async () => {
      expect(await here.products.find({ storeId: store.id, productId })).toMatchObject({ priceInCents: 1 });
      expect((await here.products.listActive(store.id))[0]).toMatchObject({ priceInCents: 1 });
      expect(await here.catalogs.read(store.id)).toMatchObject({
        products: [{ priceInCents: 1 }, {}, {}, {}, {}, {}],
      });
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
  const [one, again] = [await here.products.listActive(store.id), await here.products.listActive(store.id)];
  expect(again).toBe(one);
  expect(Object.isFrozen(one) && Object.isFrozen(one[0])).toBe(true);
});

test("an import that changes nothing leaves all caches valid", async () => {
  const before = await here.products.listActive(store.id);
  const counts = await elsewhere.products.import(store.id, sampleProducts);
  expect(counts).toEqual({ created: 0, updated: 0, unchanged: sampleProducts.length });
  expect(await here.products.listActive(store.id)).toBe(before);
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

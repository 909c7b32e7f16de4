import { testEveryAnswer } from "@counterpart/toolkit/testing";
import { afterAll, expect, test } from "vitest";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import { dataOf } from "../helpers/shopping.ts";
import { sampleProducts, startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { "product-reads": 60 } });
afterAll(() => world.close());

test("200 the active products of this store, in the merchant's order, with all their fields", async () => {
  const { client, store, products } = await world.merchant();
  await world.merchant();
  expect(dataOf(await client.GET("/v1/products"))).toEqual(
    sampleProducts
      .filter(({ isActive }) => isActive)
      .map(({ reference, ...product }) => ({ _id: products[reference], storeId: store.id, ...product })),
  );
});

test("200 an empty list for a store without products", async () => {
  const { client } = await world.merchant({}, []);
  expect(dataOf(await client.GET("/v1/products"))).toEqual([]);
});

test("200 without a product that has just been taken off sale, and with one that has come back", async () => {
  const { client, store } = await world.merchant();
  await world.services.database.products.import(
    store.id,
    sampleProducts.map((product) => ({ ...product, isActive: !product.isActive })),
  );
  expect(dataOf(await client.GET("/v1/products")).map(({ name }) => name)).toEqual(["Old Poster"]);
});

test("200 for a store that isn't published", async () => {
  const { client } = await world.merchant({ isPublished: false });
  expect(dataOf(await client.GET("/v1/products"))).toHaveLength(6);
});

testCommonRefusals(world, "listProducts");
testEveryAnswer(world, "listProducts");

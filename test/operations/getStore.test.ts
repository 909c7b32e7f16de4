import { testEveryResponse } from "@counterpart/testing";
import { afterAll, expect, test } from "vitest";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import { testNotModified } from "../helpers/conditional-requests.ts";
import { dataOf } from "../helpers/shopping.ts";
import { startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { "product-reads": 60 } });
afterAll(() => world.close());

test("200 the store in brief: the fields that the interface lists and nothing else", async () => {
  const { client, store } = await world.merchant({
    description: "Prints of the coast.",
    logoUrl: "https://harbour.example/logo.svg",
    contactEmail: "hello@harbour.example",
  });
  expect(dataOf(await client.GET("/v1/products/store"))).toEqual({
    _id: store.id,
    slug: store.slug,
    name: "Harbour Press",
    description: "Prints of the coast.",
    logoUrl: "https://harbour.example/logo.svg",
    isPublished: true,
    paymentsConfigured: true,
  });
});

test("200 without description and logo if there are none", async () => {
  const { client } = await world.merchant();
  const store = dataOf(await client.GET("/v1/products/store"));
  expect(Object.keys(store).sort()).toEqual(["_id", "isPublished", "name", "paymentsConfigured", "slug"]);
});

test("200 for a store that isn't published or can't take payments, and says so", async () => {
  const { client } = await world.merchant({ isPublished: false, paymentsConfigured: false });
  expect(dataOf(await client.GET("/v1/products/store"))).toMatchObject({
    isPublished: false,
    paymentsConfigured: false,
  });
});

test("200 its own store for each key", async () => {
  const [one, other] = [await world.merchant(), await world.merchant()];
  expect(dataOf(await one.client.GET("/v1/products/store"))._id).toBe(one.store.id);
  expect(dataOf(await other.client.GET("/v1/products/store"))._id).toBe(other.store.id);
});

testNotModified(world, async () => "/v1/products/store");
testCommonRefusals(world, "getStore");
testEveryResponse(world, "getStore");

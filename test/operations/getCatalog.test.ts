import { send, testEveryResponse } from "@counterpart/testing";
import { afterAll, expect, test } from "vitest";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import { testNotModified } from "../helpers/conditional-requests.ts";
import { answerOf, dataOf } from "../helpers/shopping.ts";
import { manyProducts, sampleProducts, startWorld } from "../helpers/world.ts";

const world = await startWorld({
  rateLimits: { global: 60 },
  catalogLimits: { maxProducts: 250, maxBytes: 200_000 },
});
afterAll(() => world.close());

const theme = {
  primary: "#0a3d62",
  primaryForeground: "#ffffff",
  background: null,
  foreground: null,
  muted: null,
  border: null,
  fontBody: "Inter",
  fontHeading: null,
  radius: "8px",
};

test("200 the store with all its fields", async () => {
  const settings = {
    slug: "harbour-press",
    name: "Harbour Press",
    description: "Prints of the coast.",
    logoUrl: "https://harbour.example/logo.svg",
    currency: "gbp",
    contactEmail: "hello@harbour.example",
    contactPhone: "+44 20 7946 0000",
    seoTitle: "Harbour Press",
    seoDescription: "Prints of the coast, from the coast.",
    theme,
    templateKey: "gallery",
    templateTexts: { home: { headline: "Look at the sea" } },
  };
  const { client, store } = await world.merchant(settings, []);
  expect(dataOf(await client.GET("/v1/catalog"))).toEqual({
    store: { _id: store.id, ...settings, isPublished: true, paymentsConfigured: true },
    products: [],
  });
});

test("200 a new store without unset fields: null where the interface says null, else absent", async () => {
  const { client, store } = await world.merchant({}, []);
  expect(dataOf(await client.GET("/v1/catalog")).store).toEqual({
    _id: store.id,
    slug: store.slug,
    name: "Harbour Press",
    isPublished: true,
    currency: "eur",
    contactEmail: null,
    contactPhone: null,
    seoTitle: null,
    seoDescription: null,
    theme: Object.fromEntries(Object.keys(theme).map((name) => [name, null])),
    paymentsConfigured: true,
  });
});

test("200 the active products of this store, in the merchant's order", async () => {
  const { client, store, products } = await world.merchant();
  await world.merchant();
  const { products: listed } = dataOf(await client.GET("/v1/catalog"));
  const active = sampleProducts.filter(({ isActive }) => isActive);
  expect(listed).toEqual(
    active.map(({ reference, ...product }) => ({
      _id: products[reference],
      storeId: store.id,
      ...product,
      sku: null,
      weightInGrams: null,
      compareAtPriceInCents: null,
      trialDays: null,
      requiresShipping: product.type === "subscription" ? false : null,
      taxCode: null,
      stock: null,
      quantity: null,
      reserved: null,
    })),
  );
});

test("200 for a store that isn't published, and says so", async () => {
  const { client } = await world.merchant({ isPublished: false, paymentsConfigured: false });
  expect(dataOf(await client.GET("/v1/catalog")).store).toMatchObject({
    isPublished: false,
    paymentsConfigured: false,
  });
});

test("200 with a changed store or price at once", async () => {
  const { client, store } = await world.merchant();
  const read = async () => dataOf(await client.GET("/v1/catalog"));
  expect((await read()).products[0]?.priceInCents).toBe(2400);
  const { stores, products } = world.services.database;
  await products.import(
    store.id,
    sampleProducts.map((product) => ({ ...product, priceInCents: product.priceInCents + 1 })),
  );
  await stores.update(store.slug, { name: "Quay Press" });
  const { store: shown, products: listed } = await read();
  expect(shown.name).toBe("Quay Press");
  expect(listed.map(({ priceInCents }) => priceInCents)).toEqual(
    sampleProducts.filter(({ isActive }) => isActive).map(({ priceInCents }) => priceInCents + 1),
  );
});

test("400 VALIDATION_ERROR with a query parameter, since it has none", async () => {
  const { key } = await world.merchant();
  const { status, code, text } = await send(world, "GET", "/v1/catalog?page=2&page=3&size=10", { key });
  expect([status, code]).toEqual([400, "VALIDATION_ERROR"]);
  expect(text).toContain("page");
  expect(text).toContain("size");
});

test("404 NOT_FOUND when the key's store has been removed", async () => {
  const { client } = await world.merchant();
  const answer = await world.withServices(
    (services) => ({ ...services, catalogs: { read: async () => undefined } }),
    () => client.GET("/v1/catalog"),
  );
  expect(answerOf(answer)).toBe("404 NOT_FOUND");
});

test("409 CONFLICT with more products than allowed, until there are fewer", async () => {
  const { client, store } = await world.merchant({}, manyProducts(251));
  const answer = await client.GET("/v1/catalog");
  expect(answerOf(answer)).toBe("409 CONFLICT");
  expect(answer.error?.error).toContain("listProducts");
  expect(dataOf(await client.GET("/v1/products", { params: { query: { limit: 100 } } }))).toHaveLength(100);
  await world.services.database.products.import(
    store.id,
    manyProducts(1).map((product) => ({ ...product, isActive: false })),
  );
  expect(dataOf(await client.GET("/v1/catalog")).products).toHaveLength(250);
});

test("409 CONFLICT with more bytes than allowed", async () => {
  const long = manyProducts(20).map((product) => ({ ...product, description: "x".repeat(10_000) }));
  const { client } = await world.merchant({}, long);
  expect(answerOf(await client.GET("/v1/catalog"))).toBe("409 CONFLICT");
});

testNotModified(world, async () => "/v1/catalog");
testCommonRefusals(world, "getCatalog");
testEveryResponse(world, "getCatalog");

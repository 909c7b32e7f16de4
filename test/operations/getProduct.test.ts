import { send, testEveryResponse } from "@counterpart/testing";
import { afterAll, expect, test } from "vitest";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import { testNotModified } from "../helpers/conditional-requests.ts";
import { answerOf, dataOf, productId } from "../helpers/shopping.ts";
import { type Merchant, sampleProducts, startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { "product-reads": 60 } });
afterAll(() => world.close());

function getProduct({ client }: Merchant, id: string) {
  return client.GET("/v1/products/{productId}", { params: { path: { productId: id } } });
}

test.each(sampleProducts.map(({ reference, ...product }) => [reference, product] as const))(
  "200 all fields of the product %s, active or not",
  async (reference, product) => {
    const merchant = await world.merchant();
    const id = productId(merchant, reference);
    expect(dataOf(await getProduct(merchant, id))).toEqual({
      _id: id,
      storeId: merchant.store.id,
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
    });
  },
);

test("200 with texts, pictures, category, details, group and options", async () => {
  const [poster] = sampleProducts;
  if (!poster) throw new Error("There are sample products.");
  const texts = {
    name: "Ferry “Ægir” 🛥",
    description: "A2, on 170 g paper.",
    imageUrl: "https://harbour.example/ferry.jpg",
    category: "Posters",
    details: ["A2", "170 g"],
    slug: "ferry--a2",
    group: { slug: "ferry", name: "Ferry" },
    options: [{ name: "Size", value: "A2" }],
    images: [
      { url: "https://harbour.example/ferry.jpg", alt: "The ferry at dawn" },
      { url: "https://harbour.example/quay.jpg", alt: null },
    ],
  };
  const merchant = await world.merchant({}, [{ ...poster, ...texts }]);
  expect(dataOf(await getProduct(merchant, productId(merchant, "poster")))).toMatchObject(texts);
});

test("200 with the SKU, weight and former price, which an import without them leaves unchanged", async () => {
  const [poster] = sampleProducts;
  if (!poster) throw new Error("There are sample products.");
  const codes = { sku: "POSTER-A2", weightInGrams: 180, compareAtPriceInCents: 2900 };
  const merchant = await world.merchant({}, [{ ...poster, ...codes }]);
  const id = productId(merchant, "poster");
  expect(dataOf(await getProduct(merchant, id))).toMatchObject(codes);
  const { products } = world.services.database;
  await products.import(merchant.store.id, [{ ...poster, priceInCents: 1 }]);
  expect(dataOf(await getProduct(merchant, id))).toMatchObject({ ...codes, priceInCents: 1 });
  await products.import(merchant.store.id, [{ ...poster, sku: null, weightInGrams: 200 }]);
  const changed = { ...codes, sku: null, weightInGrams: 200 };
  expect(dataOf(await getProduct(merchant, id))).toMatchObject(changed);
});

test("200 with the trial and the shipping of a subscription, which an import without them leaves unchanged", async () => {
  const monthly = sampleProducts.find(({ reference }) => reference === "monthly");
  if (!monthly) throw new Error("There are sample products.");
  const club = { trialDays: 14, requiresShipping: true };
  const merchant = await world.merchant({}, [{ ...monthly, ...club }]);
  const id = productId(merchant, "monthly");
  expect(dataOf(await getProduct(merchant, id))).toMatchObject(club);
  const { products } = world.services.database;
  await products.import(merchant.store.id, [{ ...monthly, priceInCents: 1000 }]);
  expect(dataOf(await getProduct(merchant, id))).toMatchObject({ ...club, priceInCents: 1000 });
  await products.import(merchant.store.id, [{ ...monthly, type: "physical", billingInterval: null }]);
  const neither = { type: "physical", trialDays: null, requiresShipping: null };
  expect(dataOf(await getProduct(merchant, id))).toMatchObject(neither);
});

test("200 the new price at once", async () => {
  const merchant = await world.merchant();
  const id = productId(merchant, "poster");
  expect(dataOf(await getProduct(merchant, id)).priceInCents).toBe(2400);
  await world.services.database.products.import(
    merchant.store.id,
    sampleProducts.map((product) => ({ ...product, priceInCents: 1 })),
  );
  expect(dataOf(await getProduct(merchant, id)).priceInCents).toBe(1);
});

test("200 for a store that isn't published", async () => {
  const merchant = await world.merchant({ isPublished: false });
  expect(answerOf(await getProduct(merchant, productId(merchant, "poster")))).toBe("200");
});

test("404 NOT_FOUND for another store's product, in the same words as for one that doesn't exist", async () => {
  const [merchant, stranger] = [await world.merchant(), await world.merchant()];
  const foreign = await getProduct(stranger, productId(merchant, "poster"));
  const unknown = await getProduct(stranger, "prod_00000000000000000000000000");
  expect(answerOf(foreign)).toBe("404 NOT_FOUND");
  expect(foreign.error).toEqual(unknown.error);
});

test.each([
  ["a percent sign that encodes nothing", "%ZZ"],
  ["half of a character", "%E2%82"],
  ["a zero byte", "prod%00"],
  ["a slash", "a%2Fb"],
  ["a path to the parent", "..%2F..%2Fetc%2Fpasswd"],
  ["a quote", "'%20OR%201=1--"],
  ["an emoji", "%F0%9F%9B%A5"],
  ["a semicolon", "prod;x=1"],
  ["a space", "%20"],
  ["the name of a property of objects", "__proto__"],
  ["8,000 characters", "p".repeat(8000)],
])("404 NOT_FOUND for an id that is %s", async (_, id) => {
  const { key } = await world.merchant();
  const { status, code } = await send(world, "GET", `/v1/products/${id}`, { key });
  expect([status, code]).toEqual([404, "NOT_FOUND"]);
});

testNotModified(world, async (merchant) => `/v1/products/${productId(merchant, "poster")}`);
testCommonRefusals(world, "getProduct");
testEveryResponse(world, "getProduct");

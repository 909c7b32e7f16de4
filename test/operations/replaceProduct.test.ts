import { testEveryResponse } from "@counterpart/testing";
import { afterAll, expect, test } from "vitest";
import type { components } from "../../generated/types.ts";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import { productBodies } from "../helpers/product-bodies.ts";
import { answerOf, cartWith, dataOf, paymentPage, productId } from "../helpers/shopping.ts";
import { type Merchant, startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { global: 60 } });
afterAll(() => world.close());

type NewProduct = components["schemas"]["NewProduct"];

function replace(merchant: Merchant, reference: string, body: NewProduct, tag?: string) {
  return merchant.client.PUT("/v1/products/{productId}", {
    params: {
      path: { productId: productId(merchant, reference) },
      ...(tag !== undefined && { header: { "If-Match": tag } }),
    },
    body,
  });
}

const get = (merchant: Merchant, reference: string) =>
  merchant.client.GET("/v1/products/{productId}", {
    params: { path: { productId: productId(merchant, reference) } },
  });

const print = { name: "Print", priceInCents: 900, type: "digital" } as const;

test("200 and everything that isn't sent is empty; id, place and currency stay", async () => {
  const merchant = await world.merchant();
  const before = dataOf(await merchant.client.GET("/v1/products"));
  dataOf(await replace(merchant, "poster", { ...print, category: "Posters", stock: 4 }));
  const replaced = dataOf(await replace(merchant, "poster", print));
  expect(replaced).toMatchObject({ ...print, category: null, stock: null, currency: "eur", isActive: true });
  const after = dataOf(await merchant.client.GET("/v1/products"));
  expect(after.map(({ _id }) => _id)).toEqual(before.map(({ _id }) => _id));
  expect(dataOf(await get(merchant, "poster"))).toEqual(replaced);
});

test.each([
  ["counted", 5, 2],
  ["oversold", -1, 0],
  ["overreserved", 1, 2],
  ["uncounted", null, null],
])("200 with a %s product as it was read changes nothing", async (_, quantity, reserved) => {
  const merchant = await world.merchant();
  if (reserved) {
    dataOf(await replace(merchant, "poster", { ...print, quantity: reserved }));
    await paymentPage(merchant, await cartWith(merchant, { poster: reserved }));
  }
  dataOf(await replace(merchant, "poster", { ...print, quantity }));
  const read = await get(merchant, "poster");
  const { _id, storeId, currency, imageUrl, ...product } = dataOf(read);
  expect(product).toMatchObject({ quantity, reserved });
  const tag = read.response.headers.get("ETag") ?? "";
  expect(dataOf(await replace(merchant, "poster", product, tag))).toEqual(dataOf(read));
  expect((await get(merchant, "poster")).response.headers.get("ETag")).toBe(tag);
  const { stock, ...withoutStock } = product;
  expect(dataOf(await replace(merchant, "poster", withoutStock))).toEqual(dataOf(read));
});

test.each(productBodies)("200 with %s", async (_, body) => {
  expect(dataOf(await replace(await world.merchant(), "poster", body))).toMatchObject(body);
});

test("412 CONFLICT if the product has changed since, and 200 with its tag", async () => {
  const merchant = await world.merchant();
  const tag = (await get(merchant, "poster")).response.headers.get("ETag") ?? "";
  dataOf(await replace(merchant, "poster", print, tag));
  expect(answerOf(await replace(merchant, "poster", { ...print, name: "Ebb" }, tag))).toBe("412 CONFLICT");
  expect(dataOf(await get(merchant, "poster")).name).toBe("Print");
});

test("409 CONFLICT for the slug of another product", async () => {
  const merchant = await world.merchant();
  dataOf(await replace(merchant, "poster", { ...print, slug: "tide" }));
  expect(answerOf(await replace(merchant, "font", { ...print, slug: "tide" }))).toBe("409 CONFLICT");
});

test("404 NOT_FOUND for another store's product, which is unchanged", async () => {
  const [merchant, stranger] = [await world.merchant(), await world.merchant()];
  const foreign = await replace({ ...stranger, products: merchant.products }, "poster", print);
  expect(answerOf(foreign)).toBe("404 NOT_FOUND");
  expect(dataOf(await get(merchant, "poster")).name).toBe("Tide Poster");
});

testCommonRefusals(world, "replaceProduct");
testEveryResponse(world, "replaceProduct");

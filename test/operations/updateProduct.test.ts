import { testEveryResponse } from "@counterpart/testing";
import { afterAll, describe, expect, test } from "vitest";
import type { components } from "../../generated/types.ts";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import { productBodies } from "../helpers/product-bodies.ts";
import {
  addLine,
  answerOf,
  cartWith,
  dataOf,
  isPayable,
  openCheckout,
  paymentPage,
  productId,
} from "../helpers/shopping.ts";
import { type Merchant, startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { global: 60 } });
afterAll(() => world.close());

type Change = components["schemas"]["UpdateProductRequest"];

function update(merchant: Merchant, reference: string, body: Change, tag?: string) {
  return merchant.client.PATCH("/v1/products/{productId}", {
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

test("200 and only what was sent has changed, as getProduct returns it", async () => {
  const merchant = await world.merchant();
  const before = dataOf(await get(merchant, "poster"));
  const changed = dataOf(await update(merchant, "poster", { priceInCents: 2600, category: "Posters" }));
  expect(changed).toEqual({ ...before, priceInCents: 2600, category: "Posters" });
  expect(dataOf(await get(merchant, "poster"))).toEqual(changed);
  expect(dataOf(await update(merchant, "poster", { category: null }))).toEqual({
    ...changed,
    category: null,
  });
});

test.each(productBodies)("200 with %s", async (_, body) => {
  expect(dataOf(await update(await world.merchant(), "poster", body))).toMatchObject(body);
});

test("200 with images, whose first is imageUrl", async () => {
  const merchant = await world.merchant();
  const images = ["a", "b"].map((name) => ({ url: `https://cdn.example.com/${name}.jpg`, alt: name }));
  expect(dataOf(await update(merchant, "poster", { images }))).toMatchObject({
    images,
    imageUrl: "https://cdn.example.com/a.jpg",
  });
  expect(dataOf(await update(merchant, "poster", { images: [] }))).toMatchObject({
    images: [],
    imageUrl: null,
  });
});

test("200 with a stock beside what open sessions have reserved", async () => {
  const merchant = await world.merchant();
  const { stockLevels } = world.services.database;
  expect(dataOf(await update(merchant, "poster", { stock: 5 })).stock).toBe(5);
  await paymentPage(merchant, await cartWith(merchant, { poster: 2 }));
  expect(dataOf(await update(merchant, "poster", { stock: 5 })).stock).toBe(5);
  expect(await stockLevels.find(productId(merchant, "poster"))).toEqual({ quantity: 7, reserved: 2 });
  expect(dataOf(await update(merchant, "poster", { stock: null })).stock).toBeNull();
  expect(await stockLevels.find(productId(merchant, "poster"))).toBeUndefined();
});

test("200 with a count that includes what open sessions have reserved", async () => {
  const merchant = await world.merchant();
  const counted = { stock: 3, quantity: 5, reserved: 2 };
  dataOf(await update(merchant, "poster", { quantity: 5 }));
  await paymentPage(merchant, await cartWith(merchant, { poster: 2 }));
  expect(dataOf(await update(merchant, "poster", { quantity: 5 }))).toMatchObject(counted);
  expect(dataOf(await update(merchant, "poster", { reserved: 0 }))).toMatchObject(counted);
  const three = await openCheckout(merchant, await cartWith(merchant, { poster: 3 }));
  const one = await openCheckout(merchant, await cartWith(merchant, { poster: 1 }));
  expect([answerOf(three), answerOf(one)]).toEqual(["200", "409 CONFLICT"]);
  const oversold = { stock: 0, quantity: 4, reserved: 5 };
  expect(dataOf(await update(merchant, "poster", { quantity: 4 }))).toMatchObject(oversold);
  const uncounted = { stock: null, quantity: null, reserved: null };
  expect(dataOf(await update(merchant, "poster", { quantity: null }))).toMatchObject(uncounted);
});

describe("200 with both stock and quantity", () => {
  test.each([
    ["counts the quantity", { stock: 9, quantity: 6 }, 6],
    ["counts the quantity, also if it is the present one", { stock: 5, quantity: 5 }, 5],
    ["counts a quantity that was changed in the product", { stock: 3, quantity: 8, reserved: 2 }, 8],
    ["counts the stock if only that was changed in the product", { stock: 4, quantity: 5, reserved: 2 }, 6],
    ["no longer counts if only the stock was changed", { stock: null, quantity: 5, reserved: 2 }, null],
    ["changes nothing if nothing was changed in the product", { stock: 3, quantity: 5, reserved: 2 }, 5],
    ["changes nothing for a product that was read before", { stock: 5, quantity: 5, reserved: 0 }, 5],
  ])("%s", async (_, body, quantity) => {
    const merchant = await world.merchant();
    dataOf(await update(merchant, "poster", { quantity: 5 }));
    await paymentPage(merchant, await cartWith(merchant, { poster: 2 }));
    expect(dataOf(await update(merchant, "poster", body)).quantity).toBe(quantity);
    expect(dataOf(await get(merchant, "poster")).quantity).toBe(quantity);
  });
});

test("200 off sale: open pages that sell it are closed, and it can't be added", async () => {
  const merchant = await world.merchant();
  const page = await paymentPage(merchant, await cartWith(merchant, { poster: 1 }));
  dataOf(await update(merchant, "poster", { isActive: false }));
  await world.sweep();
  expect(await isPayable(page)).toBe(false);
  const cartId = await cartWith(merchant, { font: 1 });
  expect(answerOf(await addLine(merchant, cartId, "poster"))).toBe("409 CONFLICT");
});

test("412 CONFLICT if the product has changed since, and 200 with its tag", async () => {
  const merchant = await world.merchant();
  const tag = (await get(merchant, "poster")).response.headers.get("ETag") ?? "";
  dataOf(await update(merchant, "poster", { name: "Tide" }, tag));
  expect(answerOf(await update(merchant, "poster", { name: "Ebb" }, tag))).toBe("412 CONFLICT");
  expect(dataOf(await get(merchant, "poster")).name).toBe("Tide");
});

test("409 CONFLICT for a subscription without an interval", async () => {
  const merchant = await world.merchant();
  expect(answerOf(await update(merchant, "poster", { type: "subscription" }))).toBe("409 CONFLICT");
  dataOf(await update(merchant, "poster", { type: "subscription", billingInterval: "year" }));
});

test("409 CONFLICT for the slug of another product", async () => {
  const merchant = await world.merchant();
  dataOf(await update(merchant, "poster", { slug: "tide" }));
  expect(answerOf(await update(merchant, "font", { slug: "tide" }))).toBe("409 CONFLICT");
});

describe("404 NOT_FOUND", () => {
  test("for another store's product, in the same words as for an unknown one, and it is unchanged", async () => {
    const [merchant, stranger] = [await world.merchant(), await world.merchant()];
    const foreign = await update({ ...stranger, products: merchant.products }, "poster", { name: "Mine" });
    const unknown = await update({ ...stranger, products: { poster: "prod_unknown" } }, "poster", {
      name: "Mine",
    });
    expect([answerOf(foreign), answerOf(unknown)]).toEqual(["404 NOT_FOUND", "404 NOT_FOUND"]);
    expect(foreign.error).toEqual(unknown.error);
    expect(dataOf(await get(merchant, "poster")).name).toBe("Tide Poster");
  });

  test("for the merchant's own reference, which only files have", async () => {
    const merchant = await world.merchant();
    const refused = await update({ ...merchant, products: { poster: "poster" } }, "poster", { name: "Mine" });
    expect(answerOf(refused)).toBe("404 NOT_FOUND");
  });
});

describe("400 VALIDATION_ERROR", () => {
  test.each([
    ["nothing", {}],
    ["an id", { _id: "prod_1" }],
  ])("for %s", async (_, change) => {
    const merchant = await world.merchant();
    expect(answerOf(await update(merchant, "poster", change as Change))).toBe("400 VALIDATION_ERROR");
  });
});

testCommonRefusals(world, "updateProduct");
testEveryResponse(world, "updateProduct");

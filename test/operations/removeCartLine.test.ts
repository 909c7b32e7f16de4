import { testEveryResponse } from "@counterpart/testing";
import { afterAll, expect, test } from "vitest";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import { testIfMatch } from "../helpers/conditional-requests.ts";
import {
  answerOf,
  cartWith,
  contentsOf,
  dataOf,
  lineOf,
  productId,
  removeLine,
} from "../helpers/shopping.ts";
import { startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { "cart-writes": 60 } });
afterAll(() => world.close());

test("200 the cart without the line, whatever its quantity was", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 5, font: 1 });
  expect(dataOf(await removeLine(merchant, cartId, "poster"))).toEqual({
    id: cartId,
    storeId: merchant.store.id,
    lines: [lineOf(merchant, "font", 1)],
    totals: { subtotal: 4900, total: 4900, currency: "eur", hasUnavailableLines: false },
  });
});

test("200 with totals of zero when the last line is removed", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 5 });
  expect(dataOf(await removeLine(merchant, cartId, "poster"))).toMatchObject({
    lines: [],
    totals: { subtotal: 0, total: 0 },
  });
});

test("200 for two concurrent removals of different lines", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 1, font: 1, notebook: 1 });
  const answers = await Promise.all([
    removeLine(merchant, cartId, "poster"),
    removeLine(merchant, cartId, "font"),
  ]);
  expect(answers.map(answerOf)).toEqual(["200", "200"]);
  expect(await contentsOf(merchant, cartId)).toEqual({ notebook: 1 });
});

test("404 NOT_FOUND for one of two concurrent removals of the same line", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 1, font: 1 });
  const answers = await Promise.all([
    removeLine(merchant, cartId, "poster"),
    removeLine(merchant, cartId, "poster"),
  ]);
  expect(answers.map(answerOf).sort()).toEqual(["200", "404 NOT_FOUND"]);
  expect(await contentsOf(merchant, cartId)).toEqual({ font: 1 });
});

test("404 NOT_FOUND for a product that isn't in the cart", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 1 });
  expect(answerOf(await removeLine(merchant, cartId, "font"))).toBe("404 NOT_FOUND");
  expect(await contentsOf(merchant, cartId)).toEqual({ poster: 1 });
});

test("404 NOT_FOUND for a cart that doesn't exist, and for another store's in the same words", async () => {
  const [merchant, stranger] = [await world.merchant(), await world.merchant()];
  const cartId = await cartWith(merchant, { poster: 5 });
  const foreign = await removeLine({ ...stranger, products: merchant.products }, cartId, "poster");
  const unknown = await removeLine(stranger, "cart_unknown", "poster");
  expect(answerOf(unknown)).toBe("404 NOT_FOUND");
  expect(answerOf(foreign)).toBe("404 NOT_FOUND");
  expect(foreign.error).toEqual(unknown.error);
  expect(await contentsOf(merchant, cartId)).toEqual({ poster: 5 });
});

testIfMatch(world, (merchant, { cartId, header }) =>
  merchant.client.DELETE("/v1/cart/{cartId}/lines/{productId}", {
    params: { path: { cartId, productId: productId(merchant, "poster") }, header },
  }),
);
testCommonRefusals(world, "removeCartLine");
testEveryResponse(world, "removeCartLine");

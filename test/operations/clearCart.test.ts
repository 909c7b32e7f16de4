import { testEveryResponse } from "@counterpart/testing";
import { afterAll, expect, test } from "vitest";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import { testIfMatch } from "../helpers/conditional-requests.ts";
import { addLine, answerOf, cartWith, clear, contentsOf, dataOf, newCart } from "../helpers/shopping.ts";
import { startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { "cart-writes": 60 } });
afterAll(() => world.close());

test("200 the cart with no lines and totals of zero, and it can still be used", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 2, monthly: 1 });
  expect(dataOf(await clear(merchant, cartId))).toEqual({
    id: cartId,
    storeId: merchant.store.id,
    lines: [],
    totals: { subtotal: 0, total: 0, currency: "eur", hasUnavailableLines: false },
  });
  expect(answerOf(await addLine(merchant, cartId, "notebook"))).toBe("200");
  expect(await contentsOf(merchant, cartId)).toEqual({ notebook: 1 });
});

test("200 for a cart that is already empty", async () => {
  const merchant = await world.merchant();
  expect(answerOf(await clear(merchant, await newCart(merchant)))).toBe("200");
});

test("404 NOT_FOUND for another store's cart, which keeps its lines", async () => {
  const [merchant, stranger] = [await world.merchant(), await world.merchant()];
  const cartId = await cartWith(merchant, { poster: 2 });
  const foreign = await clear(stranger, cartId);
  expect(answerOf(foreign)).toBe("404 NOT_FOUND");
  expect(foreign.error).toEqual((await clear(stranger, "cart_unknown")).error);
  expect(await contentsOf(merchant, cartId)).toEqual({ poster: 2 });
});

testIfMatch(world, (merchant, { cartId, header }) =>
  merchant.client.DELETE("/v1/cart/{cartId}", { params: { path: { cartId }, header } }),
);
testCommonRefusals(world, "clearCart");
testEveryResponse(world, "clearCart");

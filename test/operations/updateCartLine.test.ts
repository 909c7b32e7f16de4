import { send, testEveryResponse } from "@counterpart/testing";
import { afterAll, describe, expect, test } from "vitest";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import { testIfMatch } from "../helpers/conditional-requests.ts";
import {
  answerOf,
  cartWith,
  contentsOf,
  dataOf,
  lineOf,
  newCart,
  productId,
  setLine,
} from "../helpers/shopping.ts";
import { sampleProducts, startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { "cart-writes": 60 } });
afterAll(() => world.close());

test("200 the line with the given quantity, whatever it was before, and the others unchanged", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 5, font: 1 });
  expect(dataOf(await setLine(merchant, cartId, "poster", 2))).toMatchObject({
    lines: [lineOf(merchant, "poster", 2), lineOf(merchant, "font", 1)],
    totals: { subtotal: 2 * 2400 + 4900, total: 2 * 2400 + 4900 },
  });
});

test("200 repeatedly with the same result", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 5 });
  await Promise.all(Array.from({ length: 10 }, () => setLine(merchant, cartId, "poster", 7)));
  expect(await contentsOf(merchant, cartId)).toEqual({ poster: 7 });
});

test("200 without the line when the quantity is 0", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 5, font: 1 });
  const { lines, totals } = dataOf(await setLine(merchant, cartId, "poster", 0));
  expect(lines).toEqual([lineOf(merchant, "font", 1)]);
  expect(totals.total).toBe(4900);
});

test("200 for a product that has been taken off sale, so that the customer can reduce it", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 5 });
  const inputs = sampleProducts.map((product) => ({ ...product, isActive: false }));
  await world.services.database.products.import(merchant.store.id, inputs);
  expect(answerOf(await setLine(merchant, cartId, "poster", 1))).toBe("200");
  expect(answerOf(await setLine(merchant, cartId, "poster", 0))).toBe("200");
});

test("200 for 999", async () => {
  const merchant = await world.merchant();
  expect(answerOf(await setLine(merchant, await cartWith(merchant, { poster: 1 }), "poster", 999))).toBe(
    "200",
  );
});

test("404 NOT_FOUND for a cart that doesn't exist, and for another store's in the same words", async () => {
  const [merchant, stranger] = [await world.merchant(), await world.merchant()];
  const cartId = await cartWith(merchant, { poster: 5 });
  const foreign = await setLine({ ...stranger, products: merchant.products }, cartId, "poster", 1);
  const unknown = await setLine(stranger, "cart_unknown", "poster", 1);
  expect(answerOf(unknown)).toBe("404 NOT_FOUND");
  expect(answerOf(foreign)).toBe("404 NOT_FOUND");
  expect(foreign.error).toEqual(unknown.error);
  expect(await contentsOf(merchant, cartId)).toEqual({ poster: 5 });
});

test("404 NOT_FOUND for a product that isn't in the cart, even to remove it", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 5 });
  expect(answerOf(await setLine(merchant, cartId, "font", 1))).toBe("404 NOT_FOUND");
  expect(answerOf(await setLine(merchant, cartId, "font", 0))).toBe("404 NOT_FOUND");
  expect(answerOf(await setLine(merchant, await newCart(merchant), "poster", 1))).toBe("404 NOT_FOUND");
  expect(await contentsOf(merchant, cartId)).toEqual({ poster: 5 });
});

test("404 NOT_FOUND for a missing line, even beyond the limit", async () => {
  const merchant = await world.merchant();
  expect(answerOf(await setLine(merchant, await newCart(merchant), "poster", 1000))).toBe("404 NOT_FOUND");
});

test.each([1000, Number.MAX_SAFE_INTEGER])(
  "409 CONFLICT for %d, and the line is unchanged",
  async (quantity) => {
    const merchant = await world.merchant();
    const cartId = await cartWith(merchant, { poster: 5 });
    expect(answerOf(await setLine(merchant, cartId, "poster", quantity))).toBe("409 CONFLICT");
    expect(await contentsOf(merchant, cartId)).toEqual({ poster: 5 });
  },
);

describe("400 VALIDATION_ERROR, and the cart is unchanged,", () => {
  test.each([
    ["a negative number", '{"quantity": -1}'],
    ["a fraction", '{"quantity": 1.5}'],
    ["more than a double holds", '{"quantity": 1e400}'],
    ["a text", '{"quantity": "1"}'],
    ["true", '{"quantity": true}'],
    ["null", '{"quantity": null}'],
    ["absent", "{}"],
  ])("for a quantity that is %s", async (_, body) => {
    const merchant = await world.merchant();
    const cartId = await cartWith(merchant, { poster: 2 });
    const path = `/v1/cart/${cartId}/lines/${productId(merchant, "poster")}`;
    const headers = { "Content-Type": "application/json" };
    const { status, code } = await send(world, "PATCH", path, { key: merchant.key, headers, body });
    expect([status, code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(await contentsOf(merchant, cartId)).toEqual({ poster: 2 });
  });
});

testIfMatch(world, (merchant, { cartId, header }) =>
  merchant.client.PATCH("/v1/cart/{cartId}/lines/{productId}", {
    params: { path: { cartId, productId: productId(merchant, "poster") }, header },
    body: { quantity: 7 },
  }),
);
testCommonRefusals(world, "updateCartLine");
testEveryResponse(world, "updateCartLine");

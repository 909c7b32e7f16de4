import { testEveryAnswer } from "@counterpart/toolkit/testing";
import { afterAll, expect, test } from "vitest";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import {
  addLine,
  answerOf,
  cartWith,
  clear,
  dataOf,
  getCart,
  newCart,
  productId,
  removeLine,
  setLine,
} from "../helpers/shopping.ts";
import { type Merchant, sampleProducts, startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { global: 60 } });
afterAll(() => world.close());

const day = 24 * 60 * 60 * 1000;

/** The sample products, with changes to one. */
function withChange(reference: string, change: object) {
  return sampleProducts.map((product) =>
    product.reference === reference ? { ...product, ...change } : product,
  );
}

test("200 the lines in the order they were added, and the totals", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 2, font: 1, notebook: 3 });
  await addLine(merchant, cartId, "poster", 1);
  expect(dataOf(await getCart(merchant, cartId))).toEqual({
    id: cartId,
    storeId: merchant.store.id,
    lines: [
      { productId: productId(merchant, "poster"), quantity: 3 },
      { productId: productId(merchant, "font"), quantity: 1 },
      { productId: productId(merchant, "notebook"), quantity: 3 },
    ],
    totals: {
      subtotal: 3 * 2400 + 4900 + 3 * 1250,
      total: 3 * 2400 + 4900 + 3 * 1250,
      currency: "eur",
    },
  });
});

test("200 totals at current prices", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 2 });
  const totalNow = async () => dataOf(await getCart(merchant, cartId)).totals.total;
  expect(await totalNow()).toBe(4800);
  await world.services.database.products.import(
    merchant.store.id,
    withChange("poster", { priceInCents: 2501 }),
  );
  expect(await totalNow()).toBe(5002);
});

test("200 with a line whose product has been taken off sale, which only checkout refuses", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 1 });
  await world.services.database.products.import(merchant.store.id, withChange("poster", { isActive: false }));
  expect(dataOf(await getCart(merchant, cartId)).lines).toHaveLength(1);
});

test("200 totals beyond 32 bits", async () => {
  const merchant = await world.merchant({}, withChange("poster", { priceInCents: 99_999_999 }));
  const cartId = await cartWith(merchant, { poster: 999 });
  expect(dataOf(await getCart(merchant, cartId)).totals.total).toBe(99_999_999 * 999);
});

test("404 NOT_FOUND for an unknown id", async () => {
  const merchant = await world.merchant();
  expect(answerOf(await getCart(merchant, "cart_00000000000000000000000000"))).toBe("404 NOT_FOUND");
});

test("404 NOT_FOUND for another store's cart, in the same words as for one that doesn't exist", async () => {
  const [merchant, stranger] = [await world.merchant(), await world.merchant()];
  const cartId = await newCart(merchant);
  const foreign = await getCart(stranger, cartId);
  const unknown = await getCart(stranger, "cart_unknown");
  expect(answerOf(foreign)).toBe("404 NOT_FOUND");
  expect(foreign.error).toEqual(unknown.error);
  expect(answerOf(await getCart(merchant, cartId))).toBe("200");
});

test("404 NOT_FOUND once 30 days have passed since the last write, and not before", async () => {
  const merchant = await world.merchant();
  const cartId = await newCart(merchant);
  world.clock.now += 30 * day - 1;
  expect(answerOf(await getCart(merchant, cartId))).toBe("200");
  world.clock.now += 1;
  expect(answerOf(await getCart(merchant, cartId))).toBe("404 NOT_FOUND");
});

test.each<[string, (merchant: Merchant, cartId: string) => Promise<unknown>]>([
  ["adding a line", (merchant, cartId) => addLine(merchant, cartId, "notebook")],
  ["setting a line", (merchant, cartId) => setLine(merchant, cartId, "poster", 5)],
  ["removing a line", (merchant, cartId) => removeLine(merchant, cartId, "poster")],
  ["clearing", (merchant, cartId) => clear(merchant, cartId)],
])("200 for another 30 days after %s", async (_, write) => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 1 });
  world.clock.now += 20 * day;
  await write(merchant, cartId);
  world.clock.now += 30 * day - 1;
  expect(answerOf(await getCart(merchant, cartId))).toBe("200");
  world.clock.now += 1;
  expect(answerOf(await getCart(merchant, cartId))).toBe("404 NOT_FOUND");
});

test("404 NOT_FOUND even if it has been read meanwhile, since reading doesn't prolong it", async () => {
  const merchant = await world.merchant();
  const cartId = await newCart(merchant);
  world.clock.now += 20 * day;
  await getCart(merchant, cartId);
  world.clock.now += 10 * day;
  expect(answerOf(await getCart(merchant, cartId))).toBe("404 NOT_FOUND");
});

test("404 NOT_FOUND for every operation on a cart that has expired", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 1 });
  world.clock.now += 30 * day;
  expect(answerOf(await addLine(merchant, cartId, "poster"))).toBe("404 NOT_FOUND");
  expect(answerOf(await setLine(merchant, cartId, "poster", 2))).toBe("404 NOT_FOUND");
  expect(answerOf(await removeLine(merchant, cartId, "poster"))).toBe("404 NOT_FOUND");
  expect(answerOf(await clear(merchant, cartId))).toBe("404 NOT_FOUND");
  expect(answerOf(await getCart(merchant, cartId))).toBe("404 NOT_FOUND");
});

testCommonRefusals(world, "getCart");
testEveryAnswer(world, "getCart");

import { testEveryResponse } from "@counterpart/testing";
import { afterAll, expect, test } from "vitest";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import { answerOf, cartWith, dataOf, paymentPage, productId } from "../helpers/shopping.ts";
import { type Merchant, startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { global: 60 } });
afterAll(() => world.close());

function change(merchant: Merchant, reference: string, by: number, key?: string) {
  return merchant.client.POST("/v1/products/{productId}/stock", {
    params: { path: { productId: productId(merchant, reference) } },
    body: { change: by },
    ...(key && { headers: { "Idempotency-Key": key } }),
  });
}

const { stockLevels } = world.services.database;
const addressOf = (merchant: Merchant, reference: string) => ({
  storeId: merchant.store.id,
  productId: productId(merchant, reference),
});

test("200 with what can be bought now, without what open sessions have reserved", async () => {
  const merchant = await world.merchant();
  await stockLevels.change(addressOf(merchant, "poster"), { to: 5 });
  await paymentPage(merchant, await cartWith(merchant, { poster: 2 }));
  const delivered = { stock: 7, quantity: 9, reserved: 2 };
  expect(dataOf(await change(merchant, "poster", 4))).toMatchObject(delivered);
  expect(dataOf(await change(merchant, "poster", -7)).stock).toBe(0);
  expect(dataOf(await change(merchant, "poster", 0)).stock).toBe(0);
});

test("200 for concurrent changes, and all count", async () => {
  const merchant = await world.merchant();
  await stockLevels.change(addressOf(merchant, "poster"), { to: 0 });
  await Promise.all(Array.from({ length: 20 }, () => change(merchant, "poster", 3)));
  expect(await stockLevels.find(productId(merchant, "poster"))).toEqual({ quantity: 60, reserved: 0 });
});

test("200 once for one idempotency key", async () => {
  const merchant = await world.merchant();
  await stockLevels.change(addressOf(merchant, "poster"), { to: 1 });
  for (let n = 0; n < 2; n++) expect(dataOf(await change(merchant, "poster", 2, "delivery")).stock).toBe(3);
});

test("409 CONFLICT with what is left if fewer are there, and nothing changes", async () => {
  const merchant = await world.merchant();
  await stockLevels.change(addressOf(merchant, "poster"), { to: 3 });
  const refused = await change(merchant, "poster", -4);
  expect(answerOf(refused)).toBe("409 CONFLICT");
  const id = productId(merchant, "poster");
  expect((refused.error as { details?: object[] }).details).toEqual([
    { in: "body", pointer: "/change", rule: "stock", message: "3 available", productId: id, available: 3 },
  ]);
  expect(await stockLevels.find(id)).toEqual({ quantity: 3, reserved: 0 });
});

test("409 CONFLICT again for one idempotency key, although there are more by now", async () => {
  const merchant = await world.merchant();
  await stockLevels.change(addressOf(merchant, "poster"), { to: 3 });
  expect(answerOf(await change(merchant, "poster", -4, "sale"))).toBe("409 CONFLICT");
  await stockLevels.change(addressOf(merchant, "poster"), { to: 9 });
  const again = await change(merchant, "poster", -4, "sale");
  expect([answerOf(again), again.response.headers.get("Idempotent-Replayed")]).toEqual([
    "409 CONFLICT",
    "true",
  ]);
});

test("409 CONFLICT for a product that isn't counted", async () => {
  const merchant = await world.merchant();
  const refused = await change(merchant, "poster", 1);
  expect(answerOf(refused)).toBe("409 CONFLICT");
  expect(refused.error?.error).toContain("isn't counted");
  expect(await stockLevels.find(productId(merchant, "poster"))).toBeUndefined();
});

test("404 NOT_FOUND for another store's product, which is unchanged", async () => {
  const [merchant, stranger] = [await world.merchant(), await world.merchant()];
  await stockLevels.change(addressOf(merchant, "poster"), { to: 3 });
  const foreign = await change({ ...stranger, products: merchant.products }, "poster", 1);
  expect(answerOf(foreign)).toBe("404 NOT_FOUND");
  expect(await stockLevels.find(productId(merchant, "poster"))).toEqual({ quantity: 3, reserved: 0 });
});

testCommonRefusals(world, "changeStock");
testEveryResponse(world, "changeStock");

import { send, testEveryResponse } from "@counterpart/testing";
import { afterAll, expect, test } from "vitest";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import {
  answerOf,
  buy,
  cartWith,
  dataOf,
  getCart,
  isPayable,
  openCheckout,
  orderOf,
  paymentPage,
  productId,
} from "../helpers/shopping.ts";
import { type Merchant, startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { global: 60 } });
afterAll(() => world.close());

function remove(merchant: Merchant, reference: string, tag?: string) {
  return merchant.client.DELETE("/v1/products/{productId}", {
    params: {
      path: { productId: productId(merchant, reference) },
      ...(tag !== undefined && { header: { "If-Match": tag } }),
    },
  });
}

const get = (merchant: Merchant, reference: string) =>
  merchant.client.GET("/v1/products/{productId}", {
    params: { path: { productId: productId(merchant, reference) } },
  });

test("200 with its last state, and then it is unknown and not listed or found", async () => {
  const merchant = await world.merchant();
  const product = dataOf(await get(merchant, "poster"));
  expect(dataOf(await remove(merchant, "poster"))).toEqual({ ...product, isActive: false });
  expect(answerOf(await get(merchant, "poster"))).toBe("404 NOT_FOUND");
  expect(answerOf(await remove(merchant, "poster"))).toBe("404 NOT_FOUND");
  for (const query of [{}, { q: "tide" }, { ids: [product._id] }]) {
    const found = dataOf(await merchant.client.GET("/v1/products", { params: { query } }));
    expect(found.map(({ _id }) => _id)).not.toContain(product._id);
  }
});

test("200 and orders keep what they sold", async () => {
  const merchant = await world.merchant();
  const order = await buy(merchant, { poster: 2 });
  dataOf(await remove(merchant, "poster"));
  expect(await orderOf(merchant, order.checkoutSessionId)).toEqual(order);
});

test("200: carts keep the line, which can't be bought, and open pages are closed", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 1, font: 1 });
  const page = await paymentPage(merchant, cartId);
  dataOf(await remove(merchant, "poster"));
  const { lines, totals } = dataOf(await getCart(merchant, cartId));
  expect(lines.map(({ isActive }) => isActive)).toEqual([false, true]);
  expect(totals.hasUnavailableLines).toBe(true);
  expect(answerOf(await openCheckout(merchant, cartId))).toBe("409 CONFLICT");
  await world.sweep();
  expect(await isPayable(page)).toBe(false);
});

test("200 for a counted product in an open session, whose end changes nothing", async () => {
  const merchant = await world.merchant();
  const address = { storeId: merchant.store.id, productId: productId(merchant, "poster") };
  const { stockLevels } = world.services.database;
  await stockLevels.change(address, { to: 2 });
  await paymentPage(merchant, await cartWith(merchant, { poster: 1 }));
  dataOf(await remove(merchant, "poster"));
  await world.sweep();
  expect(await stockLevels.find(address.productId)).toBeUndefined();
});

test("412 CONFLICT if the product has changed since, and 200 with its tag", async () => {
  const merchant = await world.merchant();
  const tag = (await get(merchant, "poster")).response.headers.get("ETag") ?? "";
  const path = { productId: productId(merchant, "poster") };
  dataOf(
    await merchant.client.PATCH("/v1/products/{productId}", { params: { path }, body: { name: "Ebb" } }),
  );
  expect(answerOf(await remove(merchant, "poster", tag))).toBe("412 CONFLICT");
  const current = (await get(merchant, "poster")).response.headers.get("ETag") ?? "";
  expect(answerOf(await remove(merchant, "poster", current))).toBe("200");
});

test("404 NOT_FOUND for another store's product, which stays", async () => {
  const [merchant, stranger] = [await world.merchant(), await world.merchant()];
  expect(answerOf(await remove({ ...stranger, products: merchant.products }, "poster"))).toBe(
    "404 NOT_FOUND",
  );
  expect(answerOf(await get(merchant, "poster"))).toBe("200");
});

test("400 VALIDATION_ERROR with an undocumented query parameter", async () => {
  const merchant = await world.merchant();
  const path = `/v1/products/${productId(merchant, "poster")}?colour=blue`;
  const { status, code } = await send(world, "DELETE", path, { key: merchant.key });
  expect([status, code]).toEqual([400, "VALIDATION_ERROR"]);
});

testCommonRefusals(world, "deleteProduct");
testEveryResponse(world, "deleteProduct");

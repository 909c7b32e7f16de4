import { afterAll, expect, test } from "vitest";
import { startEventReceiver } from "../../helpers/event-receiver.ts";
import {
  answerOf,
  buy,
  cartWith,
  dataOf,
  getCart,
  isPayable,
  orderOf,
  paymentPage,
  productId,
} from "../../helpers/shopping.ts";
import { startWorld } from "../../helpers/world.ts";

const world = await startWorld();
const { database } = world.services;
const receiver = await startEventReceiver();
afterAll(async () => {
  await receiver.close();
  await world.close();
});

test("a deleted product is 404, leaves lists and carts, and can't be paid for any more; its orders stay", async () => {
  const merchant = await world.merchant();
  const { client, store } = merchant;
  const id = productId(merchant, "poster");
  await database.stockLevels.change({ storeId: store.id, productId: id }, { to: 8 });
  const order = await buy(merchant, { poster: 1 });
  const cartId = await cartWith(merchant, { poster: 2 });
  const page = await paymentPage(merchant, cartId);
  await database.eventEndpoints.add({
    storeId: store.id,
    url: receiver.url,
    secret: "whsec_bm90IHVzZWQgYW55d2hlcmUgZWxzZSE=",
    types: ["product.changed"],
  });
  const address = { storeId: store.id, product: id };
  const deleted = await database.managedProducts.delete(address, () => {});
  expect(deleted).toMatchObject({ _id: id, reference: "poster" });
  await world.dispatch();
  expect(receiver.received.map(({ body }) => body)).toMatchObject([
    { type: "product.changed", data: { _id: id, isActive: false } },
  ]);

  const params = { path: { productId: id } };
  expect(answerOf(await client.GET("/v1/products/{productId}", { params }))).toBe("404 NOT_FOUND");
  const listed = dataOf(await client.GET("/v1/products"));
  const found = dataOf(await client.GET("/v1/products", { params: { query: { q: "poster" } } }));
  expect([...listed, ...found].map(({ _id }) => _id)).not.toContain(id);
  expect(dataOf(await getCart(merchant, cartId)).lines).toMatchObject([
    { productId: id, isAvailable: false },
  ]);
  await world.sweep();
  expect(await isPayable(page)).toBe(false);
  expect(await orderOf(merchant, order.checkoutSessionId)).toMatchObject({ lines: order.lines });
  expect(await database.managedProducts.delete(address, () => {})).toBeUndefined();
});

test("a product stays if the check refuses, or the store is another", async () => {
  const merchant = await world.merchant();
  const { store: other } = await world.merchant();
  const product = productId(merchant, "poster");
  const refuse = () => {
    throw new Error("It has changed.");
  };
  const address = { storeId: merchant.store.id, product };
  await expect(database.managedProducts.delete(address, refuse)).rejects.toThrow("It has changed.");
  expect(await database.managedProducts.delete({ storeId: other.id, product }, () => {})).toBeUndefined();
  expect(await database.managedProducts.find(address)).toBeDefined();
});

import { afterAll, beforeEach, expect, test } from "vitest";
import { packingSlip } from "../../../server/domain/packing-slip.ts";
import { unsentLines } from "../../../server/domain/parcels.ts";
import { readPickList } from "../../../server/merchants/orders/pick-list.ts";
import { buy, dataOf, productId } from "../../helpers/shopping.ts";
import { type Merchant, startWorld } from "../../helpers/world.ts";

const world = await startWorld();
afterAll(() => world.close());
const { database } = world.services;

let merchant: Merchant;
let address: { storeId: string; orderId: string };
let poster: string;

beforeEach(async () => {
  merchant = await world.merchant();
  poster = productId(merchant, "poster");
  await database.stockLevels.change({ storeId: merchant.store.id, productId: poster }, { to: 9 });
  const { id: orderId } = await buy(merchant, { poster: 5 });
  address = { storeId: merchant.store.id, orderId };
});

const posters = (quantity: number) => [{ productId: poster, quantity }];

function restock(quantity: number, refundId = "re_1") {
  return database.orderReturns.restockRefunded(address, { refundId, lines: posters(quantity) });
}

const ship = (quantity: number) =>
  database.orders.ship(address, { lines: posters(quantity), tracking: null });

/** What is on the shelf, left to send, on the pick list and on the packing slip, and whether `unsent` lists the order. */
async function present() {
  const order = await database.orders.find(address);
  if (!order) throw new Error("The order is gone.");
  const { lines } = await readPickList(database, address.storeId);
  const query = { unsent: true };
  const listed = dataOf(await merchant.client.GET("/v1/orders", { params: { query } }));
  const quantityIn = (some: { quantity: number }[]) => some.reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    shelf: (await database.stockLevels.find(poster))?.quantity,
    left: quantityIn(unsentLines(order)),
    picked: quantityIn(lines),
    slip: quantityIn(packingSlip(order).lines),
    isListed: listed.length > 0,
  };
}

test("one of five is back in stock, and four are left to send", async () => {
  expect(await restock(1)).toEqual(posters(1));
  const four = { shelf: 5, left: 4, picked: 4, slip: 4, isListed: true };
  expect(await present()).toEqual(four);
  expect(await restock(1)).toEqual([]);
  expect(await present()).toEqual(four);
  await expect(ship(5)).rejects.toThrow("Only 4 of");
  expect((await ship(4))?.fulfilledAt).not.toBeNull();
  expect(await present()).toEqual({ shelf: 5, left: 0, picked: 0, slip: 4, isListed: false });
});

test("a second refund puts back what is left, and nothing is left to send", async () => {
  await ship(2);
  await restock(1);
  expect(await present()).toMatchObject({ shelf: 5, left: 2, picked: 2 });
  expect(await restock(2, "re_2")).toEqual(posters(2));
  expect(await present()).toMatchObject({ shelf: 7, left: 0, picked: 0, isListed: false });
  const order = dataOf(
    await merchant.client.GET("/v1/orders/{orderId}", { params: { path: { orderId: address.orderId } } }),
  );
  expect(order).toMatchObject({ restocked: posters(3), fulfilledAt: null });
});

test("items that were sent go back in stock, and nothing else changes", async () => {
  await ship(5);
  expect(await restock(2)).toEqual(posters(2));
  expect(await present()).toMatchObject({ shelf: 6, left: 0, slip: 5 });
});

test("an item that isn't counted is no longer to be sent", async () => {
  await database.stockLevels.change({ storeId: merchant.store.id, productId: poster }, null);
  const { id: orderId } = await buy(merchant, { poster: 5 });
  address = { ...address, orderId };
  expect(await restock(1)).toEqual(posters(1));
  const order = await database.orders.find(address);
  expect(order && unsentLines(order)).toMatchObject(posters(4));
});

test.each([
  ["haven't been sent", 0, 4],
  ["were sent", 3, 2],
])("a return of items that %s", async (_, sent, left) => {
  if (sent > 0) await ship(sent);
  const order = await database.orderReturns.add(address, { lines: posters(1), reason: null });
  const returned = { ...address, returnId: order?.returns[0]?.id ?? "" };
  await database.orderReturns.change(returned, { received: { restock: posters(1) } });
  expect(await present()).toMatchObject({ shelf: 5, left, picked: left, slip: left });
});

test("no item is both sent and back in stock if both happen at once", async () => {
  await Promise.allSettled([...Array.from({ length: 5 }, () => ship(1)), restock(3), restock(2, "re_2")]);
  const order = await database.orders.find(address);
  if (!order) throw new Error("The order is gone.");
  const sum = (lines: { quantity: number }[]) => lines.reduce((all, { quantity }) => all + quantity, 0);
  const sent = sum(order.parcels.flatMap(({ lines }) => lines));
  expect(sent + sum(order.restocked)).toBe(5);
});

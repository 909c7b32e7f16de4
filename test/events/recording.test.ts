import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../server/domain/ids.ts";
import { retentionMs } from "../../server/domain/retention.ts";
import { type EventReceiver, startEventReceiver } from "../helpers/event-receiver.ts";
import {
  buy,
  cartWith,
  dataOf,
  openCheckout,
  orderOf,
  pay,
  paymentPage,
  readSession,
} from "../helpers/shopping.ts";
import { type Merchant, sampleProducts, startWorld, type World } from "../helpers/world.ts";

let world: World;
let merchant: Merchant;
let receiver: EventReceiver;
beforeAll(async () => {
  world = await startWorld();
  receiver = await startEventReceiver();
});
afterAll(async () => {
  await receiver.close();
  await world.close();
});
beforeEach(async () => {
  merchant = await world.merchant();
  await world.services.database.eventEndpoints.add({
    storeId: merchant.store.id,
    url: receiver.url,
    secret: "whsec_bm90IHVzZWQgYW55d2hlcmUgZWxzZSE=",
    types: null,
  });
});
afterEach(() => {
  receiver.received.length = 0;
});

const idIn = (url: string) => new URL(url).pathname.split("/").at(-1) ?? "";

/** What has been sent since the last call, after each payload was checked against the document. */
async function sent() {
  await world.dispatch();
  // Several are in progress at a time.
  return receiver.received
    .splice(0)
    .map(({ body }) => body)
    .sort((a, b) => a.type.localeCompare(b.type));
}

describe("an event is sent", () => {
  test("when an order is placed, paid, refunded and fulfilled, with the order as the API returns it", async () => {
    const order = await buy(merchant, { poster: 2 });
    await world.stripe.deliver({ times: 2 });
    expect(await sent()).toMatchObject([
      { type: "order.paid", data: order },
      { type: "order.placed", data: order },
    ]);
    const path = { orderId: order.id };
    const fulfil = (body: object) =>
      merchant.client.PATCH("/v1/orders/{orderId}", { params: { path }, body });
    const fulfilled = dataOf(await fulfil({ fulfilled: true }));
    expect(await sent()).toMatchObject([
      { type: "order.fulfilled", data: fulfilled },
      { type: "order.shipped", data: fulfilled },
    ]);
    await fulfil({ tracking: { number: "RR1" } });
    expect(await sent()).toEqual([]);
    await world.stripe.refund(order.payments[0]?.id ?? "", 1000);
    await world.stripe.deliver();
    expect(await sent()).toMatchObject([
      { type: "order.refunded", data: { id: order.id, status: "partially_refunded" } },
    ]);
  });

  test("when a parcel is sent, with the order so far, and when the last one makes the order fulfilled", async () => {
    const order = await buy(merchant, { poster: 2 });
    await sent();
    const params = { path: { orderId: order.id } };
    const lines = [{ productId: order.lines[0]?.productId ?? "", quantity: 1 }];
    const ship = async () =>
      dataOf(await merchant.client.POST("/v1/orders/{orderId}/parcels", { params, body: { lines } }));
    const partly = await ship();
    expect(await sent()).toMatchObject([{ type: "order.shipped", data: partly }]);
    const fulfilled = await ship();
    expect((await sent()).map(({ type }) => type)).toEqual(["order.fulfilled", "order.shipped"]);
    expect([partly.parcels?.length, fulfilled.parcels?.length]).toEqual([1, 2]);
  });

  test("when a return arrives, not when it is announced, with the order", async () => {
    const order = await buy(merchant, { poster: 2 });
    await sent();
    const path = { orderId: order.id };
    const lines = [{ productId: order.lines[0]?.productId ?? "", quantity: 1 }];
    const announced = dataOf(
      await merchant.client.POST("/v1/orders/{orderId}/returns", { params: { path }, body: { lines } }),
    );
    expect(await sent()).toEqual([]);
    const returned = dataOf(
      await merchant.client.PATCH("/v1/orders/{orderId}/returns/{returnId}", {
        params: { path: { ...path, returnId: announced.returns?.[0]?.id ?? "" } },
        body: { received: true },
      }),
    );
    expect(await sent()).toMatchObject([{ type: "order.returned", data: returned }]);
  });

  test("when an order with a pending payment is placed, and when that payment fails", async () => {
    const sessionId = idIn(await paymentPage(merchant, await cartWith(merchant, { font: 1 })));
    await world.stripe.pay(sessionId, { email: "ines@reader.example", paid: "later" });
    await readSession(merchant, sessionId);
    const placed = await orderOf(merchant, sessionId);
    expect(placed.status).toBe("pending");
    expect(await sent()).toMatchObject([{ type: "order.placed", data: placed }]);
    await world.stripe.settle(sessionId, "fail");
    await readSession(merchant, sessionId);
    const order = await orderOf(merchant, sessionId);
    expect(await sent()).toMatchObject([{ type: "order.payment_failed", data: order }]);
  });

  test("when a checkout expires, whether by a buyer's return, another session or the sweeper", async () => {
    const cartId = await cartWith(merchant, { poster: 1 });
    const first = dataOf(await openCheckout(merchant, cartId));
    const second = dataOf(await openCheckout(merchant, cartId));
    const replaced = await readSession(merchant, idIn(first.url));
    expect(await sent()).toEqual([
      { type: "checkout.expired", timestamp: new Date(world.clock.now).toISOString(), data: replaced },
    ]);
    world.clock.now += 40 * 60_000;
    await world.sweep();
    await readSession(merchant, idIn(second.url));
    expect((await sent()).map(({ type }) => type)).toEqual(["checkout.expired"]);
  });

  test("when a product is created or changed, and not when it is imported again unchanged", async () => {
    const { products } = world.services.database;
    const [first] = sampleProducts;
    if (!first) throw new Error("There are no products.");
    await products.import(merchant.store.id, [first]);
    expect(await sent()).toEqual([]);
    await products.import(merchant.store.id, [
      { ...first, priceInCents: 2500 },
      { ...first, reference: "new", name: "New" },
    ]);
    const events = await sent();
    expect(events).toHaveLength(2);
    expect(events).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({
          type: "product.changed",
          data: expect.objectContaining({ name: "Tide Poster", priceInCents: 2500 }),
        }),
        expect.objectContaining({
          type: "product.changed",
          data: expect.objectContaining({ name: "New" }),
        }),
      ]),
    );
  });
});

test("an effect that fails leaves no event", async () => {
  const { products } = world.services.database;
  const [first] = sampleProducts;
  if (!first) throw new Error("There are no products.");
  const clash = { ...first, slug: "same" };
  await expect(
    products.import(merchant.store.id, [clash, { ...clash, reference: "other" }]),
  ).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await sent()).toEqual([]);
});

test("events about a buyer are deleted with the buyer's data, and others aren't", async () => {
  const { database } = world.services;
  const storeId = merchant.store.id;
  await readSession(
    merchant,
    await pay(await paymentPage(merchant, await cartWith(merchant, { font: 1 })), "nora@reader.example"),
  );
  const other = await buy(merchant, { font: 1 });
  const erased = await database.buyers.erase(storeId, { email: "nora@reader.example" }, world.clock.now);
  expect(erased).toMatchObject({ orders: 1, events: 2 });
  const about = (await sent()).map(({ data }) => data);
  expect(about).toMatchObject([{ id: other.id }, { id: other.id }]);
});

test("events are kept for thirty days", async () => {
  const { database } = world.services;
  await buy(merchant, { font: 1 });
  const since = world.clock.now;
  const list = () => database.events.list(merchant.store.id, 100);
  world.clock.now = since + retentionMs.events - 1;
  await world.cleaner.clean();
  expect((await list()).map(({ type }) => type).sort()).toEqual(["order.paid", "order.placed"]);
  world.clock.now = since + retentionMs.events;
  await world.cleaner.clean();
  expect(await list()).toEqual([]);
});

test("a store has at most sixteen endpoints", async () => {
  const { eventEndpoints } = world.services.database;
  const { store } = await world.merchant();
  const one = { storeId: store.id, url: receiver.url, secret: newId("key"), types: null };
  for (let n = 0; n < 16; n++) await eventEndpoints.add(one);
  await expect(eventEndpoints.add(one)).rejects.toMatchObject({ code: "CONFLICT" });
});

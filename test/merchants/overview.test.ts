import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../server/database/database.ts";
import { buy, cartWith, orderOf, pay, paymentPage, readSession } from "../helpers/shopping.ts";
import { startWorld, type World } from "../helpers/world.ts";

const dayMs = 24 * 60 * 60 * 1000;

let world: World;
let database: Database;
beforeAll(async () => {
  world = await startWorld();
  ({ database } = world.services);
});
afterAll(() => world.close());

const figures = (storeId: string) =>
  database.overview.days({ storeId, currency: "eur", days: 30, now: world.clock.now });

test("the last 30 days have their orders and revenue, including days without any, and no other store's", async () => {
  const merchant = await world.merchant();
  const other = await world.merchant();
  const today = Math.floor(world.clock.now / dayMs) * dayMs;
  await buy(merchant, { poster: 1 });
  await buy(merchant, { notebook: 2 });
  await buy(other, { poster: 5 });
  const days = await figures(merchant.store.id);
  expect(days.map(({ day }) => day)).toEqual(Array.from({ length: 30 }, (_, n) => today - (29 - n) * dayMs));
  expect(days.at(-1)).toEqual({ day: today, orders: 2, amount: 4900 });
  expect(days.slice(0, -1).every(({ orders, amount }) => orders === 0 && amount === 0)).toBe(true);
  world.clock.now += 29 * dayMs;
  expect((await figures(merchant.store.id))[0]).toEqual({ day: today, orders: 2, amount: 4900 });
  world.clock.now += dayMs;
  expect((await figures(merchant.store.id)).every(({ orders }) => orders === 0)).toBe(true);
});

test("a paid order counts on the day that it was placed, and its revenue on the day of the payment", async () => {
  const merchant = await world.merchant();
  const today = async () => (await figures(merchant.store.id)).at(-1);
  const page = await paymentPage(merchant, await cartWith(merchant, { font: 1 }));
  const body = new URLSearchParams({ email: "ines@reader.example", outcome: "pay_later" });
  const { headers } = await fetch(page, { method: "POST", redirect: "manual", body });
  const sessionId = new URL(headers.get("location") ?? "").searchParams.get("session_id") ?? "";
  await world.stripe.deliver();
  expect((await orderOf(merchant, sessionId)).status).toBe("pending");
  expect(await today()).toMatchObject({ orders: 0, amount: 0 });
  world.clock.now += dayMs;
  await world.stripe.settle(sessionId, "succeed");
  await world.stripe.deliver();
  expect((await orderOf(merchant, sessionId)).status).toBe("paid");
  expect(await today()).toMatchObject({ orders: 0, amount: 4900 });
  expect((await figures(merchant.store.id)).at(-2)).toMatchObject({ orders: 1, amount: 0 });
});

test("a day is one of the store's time zone, as long as it is there", async () => {
  const merchant = await world.merchant();
  // 23:30 of the evening before the clocks of Dublin go forward, where it is 00:30.
  world.clock.now = Date.parse("2027-03-27T23:30:00Z");
  await buy(merchant, { poster: 1 });
  world.clock.now += 2 * 60 * 60 * 1000;
  await buy(merchant, { poster: 1 });
  const days = (timeZone: string) =>
    database.overview.days({
      storeId: merchant.store.id,
      currency: "eur",
      days: 2,
      now: world.clock.now,
      timeZone,
    });
  expect((await days("UTC")).map(({ orders }) => orders)).toEqual([1, 1]);
  expect(await days("Europe/Berlin")).toMatchObject([
    { day: Date.parse("2027-03-26T23:00:00Z"), orders: 0 },
    { day: Date.parse("2027-03-27T23:00:00Z"), orders: 2 },
  ]);
});

test("a renewal is revenue of its day, without another order", async () => {
  const merchant = await world.merchant();
  const sessionId = await pay(await paymentPage(merchant, await cartWith(merchant, { monthly: 1 })));
  await readSession(merchant, sessionId);
  world.clock.now += 32 * dayMs;
  await world.stripe.advance(0);
  await world.stripe.deliver();
  const days = await figures(merchant.store.id);
  expect(days.reduce((sum, { orders }) => sum + orders, 0)).toBe(0);
  expect(days.reduce((sum, { amount }) => sum + amount, 0)).toBe(900);
});

test("what needs attention is counted by kind, and disappears when it is dealt with", async () => {
  const merchant = await world.merchant();
  const { id: storeId } = merchant.store;
  const nothing = {
    failedDeliveries: 0,
    disabledEndpoints: 0,
    disputes: 0,
    failedRefunds: 0,
    paymentDifferences: 0,
    failedMails: 0,
    stuckDuplicates: 0,
    pendingPayments: 0,
    unsentOrders: 0,
    lowStock: 0,
  };
  expect(await database.overview.needsAction(storeId)).toEqual(nothing);

  const order = await buy(merchant, { poster: 1 });
  await buy(merchant, { font: 1 });
  expect(await database.overview.needsAction(storeId)).toEqual({ ...nothing, unsentOrders: 1 });
  await database.orders.fulfil({ storeId, orderId: order.id }, { fulfilled: true });
  expect(await database.overview.needsAction(storeId)).toEqual(nothing);

  const paymentId = order.payments[0]?.id ?? "";
  const first = await world.stripe.refund(paymentId, 300);
  await world.stripe.refund(paymentId, 200);
  await world.stripe.deliver();
  expect(await database.overview.needsAction(storeId)).toEqual(nothing);
  world.clock.now += 60_000;
  await world.stripe.failRefund(first.id);
  await world.stripe.deliver();
  expect(await database.overview.needsAction(storeId)).toEqual({ ...nothing, failedRefunds: 1 });
  const second = await world.stripe.refund(paymentId, 300);
  await world.stripe.deliver();
  expect(await database.overview.needsAction(storeId)).toEqual(nothing);
  await world.stripe.failRefund(second.id);
  await world.stripe.deliver();
  expect(await database.overview.needsAction(storeId)).toEqual({ ...nothing, failedRefunds: 2 });
  const by = { kind: "person", id: "person_1" } as const;
  for (const { id: refundId } of [first, second]) {
    await database.orders.resolveRefund({ storeId, orderId: order.id, refundId }, by);
  }
  expect(await database.overview.needsAction(storeId)).toEqual(nothing);

  await world.stripe.dispute(paymentId, "fraudulent", { amount: 500 });
  const other = await world.stripe.dispute(paymentId, "duplicate", { amount: 100 });
  await world.stripe.deliver();
  expect(await database.overview.needsAction(storeId)).toEqual({ ...nothing, disputes: 2 });
  await world.stripe.changeDispute(other.id, "under_review");
  await world.stripe.deliver();
  expect(await database.overview.needsAction(storeId)).toEqual({ ...nothing, disputes: 1 });

  const page = await paymentPage(merchant, await cartWith(merchant, { font: 1 }));
  const body = new URLSearchParams({ email: "ines@reader.example", outcome: "pay_later" });
  await fetch(page, { method: "POST", redirect: "manual", body });
  await world.stripe.deliver();
  expect(await database.overview.needsAction(storeId)).toEqual({
    ...nothing,
    disputes: 1,
    pendingPayments: 1,
  });

  const secret = "whsec_bm90IHVzZWQgYW55d2hlcmUgZWxzZSE=";
  const endpoint = { storeId, url: "https://shop.example/events", secret, types: null };
  const { id: endpointId } = await database.eventEndpoints.add(endpoint);
  await buy(merchant, { font: 1 });
  const [delivery] = await database.eventDeliveries.claim({
    ...{ endpointId, now: world.clock.now, limit: 1, leaseMs: 1000 },
  });
  if (!delivery) throw new Error("Nothing is due.");
  await database.eventDeliveries.finish(delivery, {
    ...{ result: "abandoned", outcome: "500", reason: "no answer", unlessAcceptedSince: 0 },
  });
  expect(await database.overview.needsAction(storeId)).toMatchObject({
    failedDeliveries: 1,
    disabledEndpoints: 1,
  });
  expect(await database.overview.needsAction((await world.merchant()).store.id)).toEqual(nothing);
});

test("products on sale of which five or fewer are left need attention", async () => {
  const merchant = await world.merchant();
  const { id: storeId } = merchant.store;
  const low = async () => (await database.overview.needsAction(storeId)).lowStock;
  const list = async () =>
    (await database.managedProducts.list({ storeId, limit: 10, isLow: true }))?.products;
  for (const [reference, to] of Object.entries({ poster: 5, font: 6, retired: 1 })) {
    await database.stockLevels.change({ storeId, productId: merchant.products[reference] ?? "" }, { to });
  }
  expect(await low()).toBe(1);
  expect((await list())?.map(({ reference }) => reference).sort()).toEqual(["poster", "retired"]);
});

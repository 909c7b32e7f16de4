import { testEveryResponse } from "@counterpart/testing";
import { afterAll, expect, test } from "vitest";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import { testNotModified } from "../helpers/conditional-requests.ts";
import {
  answerOf,
  buy,
  cartWith,
  dataOf,
  orderOf,
  pay,
  paymentPage,
  productId,
  readSession,
} from "../helpers/shopping.ts";
import { changeAtProvider, signIn, subscribe } from "../helpers/subscribing.ts";
import { blankProduct, type Merchant, startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { global: 60 } });
afterAll(() => world.close());

function getSubscription({ client }: Merchant, subscriptionId: string) {
  return client.GET("/v1/subscriptions/{subscriptionId}", { params: { path: { subscriptionId } } });
}

test("200 its member, its state and its checkout, whose order has its id", async () => {
  const merchant = await world.merchant();
  const memberSessionId = await signIn(world, merchant, "ines");
  const sessionId = await pay(
    await paymentPage(merchant, await cartWith(merchant, { monthly: 1 }), memberSessionId),
  );
  const { id: checkoutSessionId } = await readSession(merchant, sessionId);
  const { subscriptionId } = await orderOf(merchant, sessionId);
  expect(dataOf(await getSubscription(merchant, subscriptionId ?? ""))).toEqual({
    id: subscriptionId,
    storeId: merchant.store.id,
    status: "active",
    memberId: "ines",
    checkoutSessionId,
    createdAt: new Date(world.clock.now).toISOString(),
    lines: [
      {
        productId: productId(merchant, "monthly"),
        ...{ name: "Print Club", options: [], quantity: 1, unitPriceInCents: 900 },
      },
    ],
    ...{ currency: "eur", billingInterval: "month" },
    currentPeriodEnd: "2026-02-15T10:00:00.000Z",
    ...{ cancelAt: null, endedAt: null, trialEnd: null },
  });
});

test("200 without a member for a guest's subscription", async () => {
  const merchant = await world.merchant();
  const id = await subscribe(world, merchant);
  expect(dataOf(await getSubscription(merchant, id))).toMatchObject({ id, memberId: null });
});

test("200 as the provider reports it, even late and after its order was created", async () => {
  const merchant = await world.merchant();
  const id = await subscribe(world, merchant, "ines");
  const created = dataOf(await getSubscription(merchant, id));
  world.stripe.refuseRenewals(id);
  world.clock.now += 32 * 24 * 3_600_000;
  await world.stripe.advance(0);
  await world.stripe.deliver();
  expect(dataOf(await getSubscription(merchant, id))).toEqual({
    ...created,
    ...{ status: "past_due", currentPeriodEnd: "2026-03-15T10:00:00.000Z" },
  });
});

test("200 with its end after the member has cancelled it, and without one after the member has resumed it", async () => {
  const merchant = await world.merchant();
  const id = await subscribe(world, merchant, "ines");
  const before = dataOf(await getSubscription(merchant, id));
  await changeAtProvider(world, id, { cancel_at_period_end: "true" });
  expect(dataOf(await getSubscription(merchant, id))).toEqual({
    ...before,
    cancelAt: before.currentPeriodEnd,
  });
  await changeAtProvider(world, id, { cancel_at_period_end: "false" });
  expect(dataOf(await getSubscription(merchant, id))).toEqual(before);
  const endsAt = world.clock.now + 5 * 24 * 3_600_000;
  await changeAtProvider(world, id, { cancel_at: String(endsAt / 1000) });
  expect(dataOf(await getSubscription(merchant, id)).cancelAt).toBe(new Date(endsAt).toISOString());
});

test("200 with the price of the next payment and several products, also after a change at the provider", async () => {
  const club = { ...blankProduct, type: "subscription" as const, billingInterval: "year" as const };
  const options = [{ name: "Format", value: "A2" }];
  const merchant = await world.merchant({}, [
    {
      ...club,
      reference: "print",
      name: "Print Club",
      priceInCents: 9000,
      group: { slug: "print-club", name: "Print Club" },
      options,
    },
    { ...club, reference: "map", name: "Map Club", priceInCents: 12_000 },
  ]);
  const id = await subscribe(world, merchant, "ines", { print: 2, map: 1 });
  const print = {
    productId: productId(merchant, "print"),
    ...{ name: "Print Club", options, quantity: 2, unitPriceInCents: 9000 },
  };
  const map = {
    productId: productId(merchant, "map"),
    ...{ name: "Map Club", options: [], quantity: 1, unitPriceInCents: 12_000 },
  };
  const before = dataOf(await getSubscription(merchant, id));
  expect(before).toMatchObject({ lines: [print, map], billingInterval: "year" });
  await world.stripe.deliver();
  expect(dataOf(await getSubscription(merchant, id))).toEqual(before);
  await world.stripe.setPrice(id, 9900);
  await world.stripe.deliver();
  expect(dataOf(await getSubscription(merchant, id)).lines).toEqual([
    { ...print, unitPriceInCents: 9900 },
    { ...map, unitPriceInCents: 9900 },
  ]);
});

test("200 without times for one from an earlier version, until it is reported again", async () => {
  const merchant = await world.merchant();
  const { id: storeId } = merchant.store;
  const { subscriptions } = world.services.database;
  const known = { id: `sub_of${storeId}`, storeId, account: null, customerId: "cus_1", memberId: null };
  await subscriptions.save({ ...known, status: "active", fetchedAt: 1 });
  expect(dataOf(await getSubscription(merchant, known.id))).toMatchObject({ createdAt: null });
  await subscriptions.save({ ...known, status: "paused", fetchedAt: 2, createdAt: world.clock.now });
  await subscriptions.save({ ...known, status: "active", fetchedAt: 3 });
  expect(dataOf(await getSubscription(merchant, known.id))).toMatchObject({
    status: "active",
    createdAt: new Date(world.clock.now).toISOString(),
  });
});

test("200 without a subscription for an order of goods", async () => {
  const merchant = await world.merchant();
  expect(await buy(merchant, { font: 1 })).toMatchObject({ subscriptionId: null });
});

test("404 NOT_FOUND with the same words for a subscription that doesn't exist and another store's", async () => {
  const [merchant, stranger] = [await world.merchant(), await world.merchant()];
  const id = await subscribe(world, merchant, "ines");
  const foreign = await getSubscription(stranger, id);
  const unknown = await getSubscription(stranger, "sub_unknown");
  expect([answerOf(foreign), answerOf(unknown)]).toEqual(["404 NOT_FOUND", "404 NOT_FOUND"]);
  expect(foreign.error).toEqual(unknown.error);
});

testNotModified(world, async (merchant) => `/v1/subscriptions/${await subscribe(world, merchant, "ines")}`);
testCommonRefusals(world, "getSubscription");
testEveryResponse(world, "getSubscription");

import { testEveryAnswer } from "@counterpart/testing";
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
  readSession,
} from "../helpers/shopping.ts";
import { signIn, subscribe } from "../helpers/subscribing.ts";
import { type Merchant, startWorld } from "../helpers/world.ts";

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
  expect(dataOf(await getSubscription(merchant, id))).toEqual({ ...created, status: "past_due" });
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
testEveryAnswer(world, "getSubscription");

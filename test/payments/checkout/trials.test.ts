import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  answerOf,
  cartWith,
  dataOf,
  openCheckout,
  orderOf,
  pay,
  paymentPage,
  readSession,
} from "../../helpers/shopping.ts";
import { blankProduct, type Merchant, startWorld, type World } from "../../helpers/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const dayMs = 24 * 60 * 60_000;
const club = {
  ...{ ...blankProduct, reference: "club", name: "Print Club", priceInCents: 900 },
  ...{ type: "subscription" as const, billingInterval: "month" as const, trialDays: 14 },
};
const catalog = [club, { ...club, reference: "map", name: "Map Club", priceInCents: 1200 }];

async function member({ store }: Merchant, memberId: string): Promise<string> {
  const memberSessionId = `session-of-${memberId}-${store.id}`;
  await world.services.database.memberSessions.register({
    ...{ storeId: store.id, memberId, memberSessionId, expiresInSeconds: 400 * 86_400 },
  });
  return memberSessionId;
}

async function subscribe(merchant: Merchant, memberSessionId?: string, reference = "club") {
  const sessionId = await pay(
    await paymentPage(merchant, await cartWith(merchant, { [reference]: 1 }), memberSessionId),
  );
  const session = await readSession(merchant, sessionId);
  await world.stripe.deliver();
  return { session, order: await orderOf(merchant, sessionId) };
}

async function pass(days: number): Promise<void> {
  world.clock.now += days * dayMs;
  await world.stripe.advance(0);
  await world.stripe.deliver();
}

const subscriptionOf = ({ services }: World, id: string | null) =>
  services.database.subscriptions.find(id ?? "");

describe("a trial", () => {
  test("is free, and makes an active subscriber with a paid order of 0", async () => {
    const merchant = await world.merchant({}, catalog);
    const { session, order } = await subscribe(merchant, await member(merchant, "ada"));
    expect(session).toMatchObject({
      status: "complete",
      paymentStatus: "no_payment_required",
      lines: [{ unitPriceInCents: 900, trialDays: 14 }],
      totals: { total: 900 },
      amounts: { subtotal: 0, total: 0 },
    });
    expect(order).toMatchObject({ status: "paid", payments: [], amounts: { total: 0 } });
    expect(await subscriptionOf(world, order.subscriptionId)).toMatchObject({ status: "trialing" });
    const portal = await merchant.client.POST("/v1/subscription/portal", {
      body: { memberSessionId: await member(merchant, "ada") },
    });
    expect(answerOf(portal)).toBe("200");
  });

  test("ends with the first payment, which is a renewal", async () => {
    const merchant = await world.merchant({}, catalog);
    const { database } = world.services;
    await database.eventEndpoints.add({
      ...{ storeId: merchant.store.id, url: "https://shop.example/hook", secret: "whsec_x", types: null },
    });
    const { order } = await subscribe(merchant);
    await pass(15);
    expect(await orderOf(merchant, order.checkoutSessionId)).toMatchObject({ payments: [{ amount: 900 }] });
    const renewals = () => eventsOf(merchant, "subscription.renewed");
    expect(await renewals()).toBe(1);
    expect(await subscriptionOf(world, order.subscriptionId)).toMatchObject({ status: "active" });
    await pass(31);
    expect(await orderOf(merchant, order.checkoutSessionId)).toMatchObject({
      payments: [{ amount: 900 }, { amount: 900 }],
    });
    expect(await renewals()).toBe(2);
  });

  test("is had once per member and product, also after the subscription ended", async () => {
    const merchant = await world.merchant({}, catalog);
    const bea = await member(merchant, "bea");
    const { order } = await subscribe(merchant, bea);
    const again = await openCheckout(merchant, await cartWith(merchant, { club: 1 }), {
      memberSessionId: bea,
    });
    expect(answerOf(again)).toBe("409 CONFLICT");
    await world.stripe.cancelSubscription(order.subscriptionId ?? "");
    await world.stripe.deliver();
    const second = await subscribe(merchant, bea);
    expect(second.session).toMatchObject({ paymentStatus: "paid", amounts: { total: 900 } });
    expect(second.session.lines[0]).not.toHaveProperty("trialDays");
    // Another product, another member and a guest have theirs.
    expect((await subscribe(merchant, bea, "map")).session.amounts?.total).toBe(0);
    expect((await subscribe(merchant, await member(merchant, "cleo"))).session.amounts?.total).toBe(0);
    expect((await subscribe(merchant)).session.amounts?.total).toBe(0);
  });

  test("of an open page that was never completed isn't lost", async () => {
    const merchant = await world.merchant({}, catalog);
    const dora = await member(merchant, "dora");
    dataOf(await openCheckout(merchant, await cartWith(merchant, { club: 1 }), { memberSessionId: dora }));
    expect((await subscribe(merchant, dora)).session.amounts?.total).toBe(0);
  });
});

test("a print club collects a shipping address, which its order keeps for every renewal", async () => {
  const merchant = await world.merchant({}, [{ ...club, trialDays: null, requiresShipping: true }]);
  // The provider has rates for single payments only.
  const rate = { name: "Post", priceInCents: 490, countries: null, freeFromInCents: null, days: null };
  const store = { storeId: merchant.store.id, currency: "eur" };
  await world.services.database.shippingRates.add(store, rate);
  const { order } = await subscribe(merchant);
  expect(order).toMatchObject({
    lines: [{ requiresShipping: true }],
    shippingAddress: { country: "IE", line1: "7 Quay Street" },
  });
  await pass(32);
  const renewed = await orderOf(merchant, order.checkoutSessionId);
  expect(renewed.payments).toHaveLength(2);
  expect(renewed.shippingAddress).toEqual(order.shippingAddress);
});

async function eventsOf({ store }: Merchant, type: string): Promise<number> {
  const events = await world.services.database.events.list(store.id, 100);
  return events.filter((event) => event.type === type).length;
}

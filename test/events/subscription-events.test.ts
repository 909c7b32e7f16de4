import { expect, onTestFinished, test } from "vitest";
import type { components } from "../../generated/types.ts";
import { startEventReceiver } from "../helpers/event-receiver.ts";
import { cartWith, pay, paymentPage, readSession } from "../helpers/shopping.ts";
import { changeAtProvider, subscribe } from "../helpers/subscribing.ts";
import { type Merchant, startWorld, type World } from "../helpers/world.ts";

type Subscription = components["schemas"]["Subscription"];

const dayMs = 24 * 3_600_000;

/** A store whose events are sent to a receiver, and those of subscriptions since the last look. */
async function startRecording() {
  const world = await startWorld();
  onTestFinished(() => world.close());
  const receiver = await startEventReceiver();
  onTestFinished(() => receiver.close());
  const merchant = await world.merchant();
  const { id: storeId } = merchant.store;
  const secret = "whsec_bm90IHVzZWQgYW55d2hlcmUgZWxzZSE=";
  await world.services.database.eventEndpoints.add({ storeId, url: receiver.url, secret, types: null });
  const news = async () => {
    await world.dispatch();
    const sent = receiver.received.splice(0).map(({ body }) => body);
    return sent
      .filter(({ type }) => type.startsWith("subscription."))
      .map(({ type, data }) => ({ type, data: data as Subscription }));
  };
  return { world, merchant, news };
}

async function pass(world: World, days: number): Promise<void> {
  world.clock.now += days * dayMs;
  await world.stripe.advance(0);
}

async function readSubscription({ client }: Merchant, subscriptionId: string) {
  const { data } = await client.GET("/v1/subscriptions/{subscriptionId}", {
    params: { path: { subscriptionId } },
  });
  return data?.data;
}

test("a cancelled subscription sends one event, which shows its end, and one when it is resumed", async () => {
  const { world, merchant, news } = await startRecording();
  const id = await subscribe(world, merchant, "ines");
  await world.stripe.deliver();
  await news();
  await changeAtProvider(world, id, { cancel_at_period_end: "true" });
  const cancelled = await readSubscription(merchant, id);
  expect(cancelled?.cancelAt).toBe(cancelled?.currentPeriodEnd);
  const ids = world.stripe.events("customer.subscription.updated").map((event) => event.id);
  await world.stripe.deliver({ ids, times: 3 });
  expect(await news()).toEqual([{ type: "subscription.changed", data: cancelled }]);
  await changeAtProvider(world, id, { cancel_at_period_end: "false" });
  await changeAtProvider(world, id, { cancel_at_period_end: "true" });
  await changeAtProvider(world, id, { cancel_at_period_end: "false" });
  // All of them again, the last one first: what the provider says now counts.
  const all = world.stripe.events("customer.subscription.updated").map((event) => event.id);
  await world.stripe.deliver({ ids: all, order: "reverse", times: 2 });
  const resumed = await news();
  expect(resumed.map(({ type }) => type)).toEqual(Array(3).fill("subscription.changed"));
  expect(resumed.filter(({ data }) => data.cancelAt === null)).toHaveLength(2);
  await changeAtProvider(world, id, { cancel_at_period_end: "true" });
  await news();
  await pass(world, 32);
  await world.stripe.deliver({ order: "reverse", times: 2 });
  expect(await news()).toMatchObject([
    { type: "subscription.ended", data: { cancelAt: cancelled?.cancelAt, endedAt: cancelled?.cancelAt } },
  ]);
});

test("a declined renewal sends one event, however often it is tried, and a late payment two", async () => {
  const { world, merchant, news } = await startRecording();
  const id = await subscribe(world, merchant, "ines");
  await world.stripe.deliver();
  await news();
  world.stripe.refuseRenewals(id);
  await pass(world, 32);
  await world.stripe.deliver({ order: "reverse", times: 2 });
  await pass(world, 4);
  await world.stripe.deliver({ times: 2 });
  expect(await news()).toMatchObject([
    {
      type: "subscription.past_due",
      data: { id, status: "past_due", currentPeriodEnd: "2026-03-15T10:00:00.000Z" },
    },
  ]);
  world.stripe.refuseRenewals(id, false);
  await pass(world, 5);
  await world.stripe.deliver();
  const recovered = await news();
  expect(recovered.map(({ type }) => type).sort()).toEqual(["subscription.changed", "subscription.renewed"]);
  expect(recovered).toMatchObject([{ data: { status: "active" } }, { data: { status: "active" } }]);
});

test("a new price and a new member are reported, and a renewal by its own event only", async () => {
  const { world, merchant, news } = await startRecording();
  const id = await subscribe(world, merchant);
  await world.stripe.deliver();
  await news();
  await world.stripe.setPrice(id, 1100);
  await world.stripe.deliver();
  expect(await news()).toMatchObject([
    { type: "subscription.changed", data: { lines: [{ unitPriceInCents: 1100 }] } },
  ]);
  const { subscriptions } = world.services.database;
  for (const _ of "12") await subscriptions.attach({ id, storeId: merchant.store.id, memberId: "ines" });
  expect(await news()).toMatchObject([{ type: "subscription.changed", data: { memberId: "ines" } }]);
  await pass(world, 32);
  await world.stripe.deliver();
  expect((await news()).map(({ type }) => type)).toEqual(["subscription.renewed"]);
});

test("a subscription that an earlier version recorded sends no event when it is first read completely", async () => {
  const { world, merchant, news } = await startRecording();
  const { id: storeId } = merchant.store;
  const { subscriptions } = world.services.database;
  const known = {
    id: "sub_old",
    storeId,
    account: null,
    customerId: "cus_1",
    memberId: null,
    status: "active",
  };
  await subscriptions.save({ ...known, fetchedAt: 1 });
  await news();
  const reportedLines = [{ productId: "prod_1", name: "Print Club", quantity: 1, unitPriceInCents: 900 }];
  const read = { ...known, reportedLines, currentPeriodEnd: 5000, trialEnd: 4000, cancelAt: null };
  await subscriptions.save({ ...read, fetchedAt: 2 });
  expect(await news()).toEqual([]);
  await subscriptions.save({ ...read, fetchedAt: 3, trialEnd: 4500 });
  expect(await news()).toMatchObject([
    { type: "subscription.changed", data: { lines: [{ unitPriceInCents: 900 }] } },
  ]);
});

test("a subscription sends events when it begins, is renewed and ends", async () => {
  const world = await startWorld();
  onTestFinished(() => world.close());
  const receiver = await startEventReceiver();
  onTestFinished(() => receiver.close());
  const merchant = await world.merchant();
  await world.services.database.eventEndpoints.add({
    storeId: merchant.store.id,
    url: receiver.url,
    secret: "whsec_bm90IHVzZWQgYW55d2hlcmUgZWxzZSE=",
    types: null,
  });
  const sent = async () => {
    await world.dispatch();
    return receiver.received.splice(0).map(({ body }) => body);
  };
  const { id: storeId } = merchant.store;
  const member = { storeId, memberId: "member_1", memberSessionId: "msess_1", expiresInSeconds: 3600 };
  await world.services.database.memberSessions.register(member);
  const sessionId = await pay(
    await paymentPage(merchant, await cartWith(merchant, { monthly: 1 }), "msess_1"),
  );
  const { id: checkoutSessionId } = await readSession(merchant, sessionId);
  await world.stripe.deliver();
  const [started, ...others] = (await sent()).filter(({ type }) => !type.startsWith("order."));
  expect(others).toEqual([]);
  const data = { storeId, memberId: "member_1", checkoutSessionId };
  expect(started).toMatchObject({ type: "subscription.started", data: { ...data, status: "active" } });
  await world.stripe.advance(32 * 24 * 3600);
  await world.stripe.deliver();
  expect(await sent()).toMatchObject([{ type: "subscription.renewed", data }]);
  const { id } = (started?.data ?? {}) as { id: string };
  world.clock.now += 40 * 24 * 3_600_000;
  await world.services.database.subscriptions.save({
    id,
    storeId,
    account: null,
    customerId: "cus_1",
    memberId: null,
    status: "canceled",
    fetchedAt: world.clock.now,
  });
  expect(await world.services.database.events.list(storeId, 1)).toMatchObject([
    { type: "subscription.ended", subjectId: id },
  ]);
  expect(await sent()).toMatchObject([{ type: "subscription.ended", data: { ...data, status: "canceled" } }]);

  const { database } = world.services;
  await database.buyers.erase(storeId, { memberId: "member_1" }, world.clock.now);
  expect(await database.events.list(storeId, 100)).toEqual([]);
});

test("a subscription that is paid by bank debit starts at once, and is past due when the debit fails", async () => {
  const { world, merchant, news } = await startRecording();
  const page = await paymentPage(merchant, await cartWith(merchant, { monthly: 1 }));
  const sessionId = new URL(page).pathname.split("/").at(-1) ?? "";
  await world.stripe.pay(sessionId, { email: "ines@reader.example", paid: "later" });
  await world.stripe.deliver({ times: 2 });
  expect(await news()).toMatchObject([{ type: "subscription.started", data: { status: "active" } }]);
  expect((await readSession(merchant, sessionId)).paymentOutcome).toBe("pending");
  await world.stripe.settle(sessionId, "fail");
  await world.stripe.deliver({ order: "reverse", times: 2 });
  expect(await news()).toMatchObject([{ type: "subscription.past_due", data: { status: "past_due" } }]);
  expect((await readSession(merchant, sessionId)).paymentOutcome).toBe("failed");
  await pass(world, 16);
  await world.stripe.deliver({ order: "reverse", times: 2 });
  expect(await news()).toMatchObject([
    { type: "subscription.ended", data: { status: "canceled", cancelAt: null } },
  ]);
});

import { expect, onTestFinished, test } from "vitest";
import { startEventReceiver } from "../helpers/event-receiver.ts";
import { cartWith, pay, paymentPage, readSession } from "../helpers/shopping.ts";
import { startWorld } from "../helpers/world.ts";

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
  await world.services.database.subscriptions.save({
    id,
    storeId,
    account: null,
    customerId: "cus_1",
    memberId: null,
    status: "canceled",
    fetchedAt: world.clock.now + 40 * 24 * 3_600_000,
  });
  expect(await world.services.database.events.list(storeId, 1)).toMatchObject([
    { type: "subscription.ended", subjectId: id },
  ]);
  // Its delivery is due at the provider's time.
  world.clock.now += 40 * 24 * 3_600_000;
  expect(await sent()).toMatchObject([{ type: "subscription.ended", data: { ...data, status: "canceled" } }]);

  const { database } = world.services;
  await database.buyers.erase(storeId, { memberId: "member_1" }, world.clock.now);
  expect(await database.events.list(storeId, 100)).toEqual([]);
});

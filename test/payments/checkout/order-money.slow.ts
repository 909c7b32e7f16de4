import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { cartWith, pay, paymentPage, readSession } from "../../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../../helpers/world.ts";

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await world.merchant();
});
afterAll(() => world.close());

/** The last event of a type on one test's account, where no other subscription renews. */
function lastEvent(type: string, account: string) {
  const event = world.stripe.events(type).findLast((one) => one.account === account);
  if (!event) throw new Error(`There is no ${type} on ${account}.`);
  return { id: event.id, objectId: (event.data.object as { id: string }).id };
}

const orders = (of = merchant, here = world) => here.services.database.orders.listAll(of.store.id);
/** A month plus the hour for which a renewal stays a draft at the provider. */
const monthMs = 32 * 24 * 60 * 60_000;
const dayMs = 24 * 60 * 60_000;

/** Pays a cart and reads the session, so that the order exists. Events are held. */
async function purchase(quantities: Record<string, number>, of = merchant): Promise<string> {
  const sessionId = await pay(await paymentPage(of, await cartWith(of, quantities)));
  await readSession(of, sessionId);
  return sessionId;
}

async function orderOf(sessionId: string, of = merchant) {
  const { id } = await readSession(of, sessionId);
  const made = (await orders(of)).filter(({ checkoutSessionId }) => checkoutSessionId === id);
  expect(made.length).toBe(1);
  if (!made[0]) throw new Error("There is no order.");
  return made[0];
}

async function renew(): Promise<void> {
  world.clock.now += monthMs;
  await world.stripe.advance(0);
}

async function renewIn(days: number): Promise<void> {
  world.clock.now += days * dayMs;
  await world.stripe.advance(0);
}

describe("a refund", () => {
  test("that fails is reversed, in whatever order its events come", async () => {
    for (const order of ["as_happened", "reverse"] as const) {
      const sessionId = await purchase({ poster: 2 });
      await world.stripe.deliver();
      const refund = await world.stripe.refund(sessionId, 3000);
      await world.stripe.refund(sessionId, 500);
      await world.stripe.deliver({ order });
      expect((await orderOf(sessionId)).refunded).toBe(3500);
      await world.stripe.failRefund(refund.id);
      await world.stripe.deliver({ order, times: 2 });
      expect(await orderOf(sessionId)).toMatchObject({ refunded: 500, payments: [{ refunded: 500 }] });
    }
  });

  test("that fails is reversed, although our clock was five minutes fast when it was made", async () => {
    const here = await startWorld();
    onTestFinished(() => here.close());
    const shop = await here.merchant();
    const sessionId = await pay(await paymentPage(shop, await cartWith(shop, { poster: 2 })));
    const fastMs = 5 * 60_000;
    here.clock.now += fastMs;
    here.providerClock.aheadMs -= fastMs;
    await readSession(shop, sessionId);
    const refund = await here.stripe.refund(sessionId, 3000);
    await here.stripe.deliver();
    const refunded = async () => (await orders(shop, here))[0]?.refunded;
    expect(await refunded()).toBe(3000);
    here.clock.now -= fastMs;
    here.providerClock.aheadMs += fastMs;
    await here.stripe.failRefund(refund.id);
    await here.stripe.deliver();
    expect(await refunded()).toBe(0);
  });

  test("of a subscription's first invoice counts on its order", async () => {
    const sessionId = await purchase({ monthly: 1 });
    expect(await orderOf(sessionId)).toMatchObject({
      paymentStatus: "paid",
      total: 900,
      paid: { amount: 900, currency: "eur" },
      payments: [
        { id: expect.stringMatching(/^pi_/), invoiceId: expect.stringMatching(/^in_/), amount: 900 },
      ],
    });
    await world.stripe.refund((await orderOf(sessionId)).payments[0]?.id ?? "", 400);
    await world.stripe.deliver();
    expect((await orderOf(sessionId)).refunded).toBe(400);
  });

  test("of a subscription's first invoice counts when it is reported before the order", async () => {
    const sessionId = await pay(await paymentPage(merchant, await cartWith(merchant, { monthly: 1 })));
    await world.stripe.refund(sessionId);
    await world.stripe.deliver({ order: "reverse" });
    expect(await orderOf(sessionId)).toMatchObject({ refunded: 900, payments: [{ refunded: 900 }] });
  });

  test("of a payment that was never reported finds its order by its invoice", async () => {
    const account = "acct_unheard";
    const other = await world.merchant({ stripeAccount: account });
    const sessionId = await purchase({ monthly: 1 }, other);
    await world.stripe.deliver();
    await renew();
    const { objectId: id } = lastEvent("payment_intent.succeeded", account);
    await world.stripe.refund(id, 100);
    await world.stripe.deliver({ ids: [lastEvent("charge.refunded", account).id] });
    expect(await orderOf(sessionId, other)).toMatchObject({
      refunded: 100,
      payments: [{ refunded: 0 }, { id, refunded: 100 }],
    });
    await world.stripe.deliver();
  });
});

test("a renewal is one payment of the subscription's order, and not a new order", async () => {
  const sessionId = await purchase({ monthly: 1 });
  await world.stripe.deliver();
  const before = (await orders()).length;
  await renew();
  await world.stripe.deliver({ order: "reverse", times: 2 });
  await renew();
  await world.stripe.deliver();
  const { payments, paid, paymentStatus, refunded } = await orderOf(sessionId);
  expect(payments.map(({ amount, currency }) => [amount, currency])).toEqual([
    [900, "eur"],
    [900, "eur"],
    [900, "eur"],
  ]);
  expect(new Set(payments.map(({ id }) => id)).size).toBe(3);
  expect(payments.map(({ paidAt }) => paidAt)).toEqual(payments.map(({ paidAt }) => paidAt).sort());
  expect({ paid, paymentStatus, refunded }).toEqual({
    paid: { amount: 900, currency: "eur" },
    paymentStatus: "paid",
    refunded: 0,
  });
  expect((await orders()).length).toBe(before);
});

describe("when a subscription outlives its checkout session's retention", () => {
  let sessionId: string;
  let other: Merchant;
  const account = "acct_years";
  const order = async () => (await orders(other))[0];
  beforeAll(async () => {
    other = await world.merchant({ stripeAccount: account });
    sessionId = await purchase({ yearly: 1 }, other);
    await world.stripe.deliver();
    await renewIn(366);
    await world.stripe.deliver();
    world.clock.now += 64 * dayMs;
    await world.cleaner.tick();
    const { checkoutSessions } = world.services.database;
    expect(await checkoutSessions.find({ storeId: other.store.id, sessionId })).toBeUndefined();
  });

  test("a renewal is still a payment of its order", async () => {
    await renewIn(366);
    await world.stripe.deliver();
    expect((await order())?.payments.map(({ amount }) => amount)).toEqual([9000, 9000, 9000]);
  });

  test("a refund of a renewal that was never reported still finds its order", async () => {
    await renewIn(366);
    const { objectId: id } = lastEvent("payment_intent.succeeded", account);
    await world.stripe.refund(id, 100);
    await world.stripe.deliver({ ids: [lastEvent("charge.refunded", account).id] });
    expect((await order())?.payments.at(-1)).toMatchObject({ id, refunded: 100 });
    await world.stripe.deliver();
  });
});

test("a renewal that is reported before the purchase creates the order first", async () => {
  const account = "acct_early";
  const other = await world.merchant({ stripeAccount: account });
  await pay(await paymentPage(other, await cartWith(other, { monthly: 1 })));
  await renew();
  await world.stripe.deliver({ ids: [lastEvent("invoice.paid", account).id] });
  expect(await orders(other)).toMatchObject([{ payments: [{ amount: 900 }, { amount: 900 }] }]);
  await world.stripe.deliver();
});

describe("a dispute", () => {
  test("is on the order, with its reason and outcome", async () => {
    const sessionId = await purchase({ poster: 1 });
    await world.stripe.deliver();
    const { id } = await world.stripe.dispute(sessionId, "product_not_received");
    await world.stripe.deliver({ times: 2 });
    const dispute = { id, reason: "product_not_received", amount: 2400, currency: "eur" };
    const [open] = (await orderOf(sessionId)).disputes;
    expect(open).toMatchObject({ ...dispute, status: "needs_response" });
    // The stand-in's banks wait for twenty days.
    expect(open?.dueAt).toBe((open?.openedAt ?? 0) + 20 * 24 * 60 * 60 * 1000);
    await world.stripe.changeDispute(id, "under_review");
    await world.stripe.changeDispute(id, "won");
    await world.stripe.deliver({ order: "reverse" });
    expect((await orderOf(sessionId)).disputes).toMatchObject([{ ...dispute, status: "won" }]);
  });

  test("that is reported before the payment is on the order too", async () => {
    const sessionId = await pay(await paymentPage(merchant, await cartWith(merchant, { monthly: 1 })));
    await world.stripe.dispute(sessionId);
    await world.stripe.deliver({ order: "reverse" });
    expect((await orderOf(sessionId)).disputes).toMatchObject([{ status: "needs_response", amount: 900 }]);
  });
});

describe("a subscription that is paid by bank debit", () => {
  async function debited(): Promise<string> {
    const url = await paymentPage(merchant, await cartWith(merchant, { monthly: 1 }));
    const sessionId = new URL(url).pathname.split("/").at(-1) ?? "";
    await world.stripe.pay(sessionId, { email: "ines@reader.example", paid: "later" });
    expect(await readSession(merchant, sessionId)).toMatchObject({
      status: "complete",
      paymentOutcome: "pending",
    });
    expect(await orderOf(sessionId)).toMatchObject({ paymentStatus: "pending", payments: [] });
    return sessionId;
  }

  test("is pending, then paid", async () => {
    const sessionId = await debited();
    await world.stripe.settle(sessionId, "succeed");
    await world.stripe.deliver();
    expect(await orderOf(sessionId)).toMatchObject({ paymentStatus: "paid", payments: [{ amount: 900 }] });
  });

  test("is pending, then failed", async () => {
    const sessionId = await debited();
    await world.stripe.settle(sessionId, "fail");
    await world.stripe.deliver();
    expect(await readSession(merchant, sessionId)).toMatchObject({ paymentOutcome: "failed" });
    expect(await orderOf(sessionId)).toMatchObject({ paymentStatus: "failed", payments: [] });
  });
});

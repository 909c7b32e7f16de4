import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buy, cartWith, dataOf, orderOf, pay, paymentPage, readSession } from "../../helpers/shopping.ts";
import { type Merchant, sampleProducts, startWorld, type World } from "../../helpers/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const hourMs = 60 * 60 * 1000;

const instant = (ms: number) => new Date(ms).toISOString();

/** Nothing reaches the shop for this long, while the provider's clock continues. */
async function outage(hours: number): Promise<void> {
  world.clock.now += hours * hourMs;
  await world.stripe.advance(0);
}

async function sell(merchant: Merchant, quantities: Record<string, number>): Promise<string> {
  return pay(await paymentPage(merchant, await cartWith(merchant, quantities)));
}

async function payLater(merchant: Merchant): Promise<string> {
  const page = await paymentPage(merchant, await cartWith(merchant, { font: 1 }));
  const body = new URLSearchParams({ email: "ines@reader.example", outcome: "pay_later" });
  const { headers } = await fetch(page, { method: "POST", redirect: "manual", body });
  return new URL(headers.get("location") ?? "").searchParams.get("session_id") ?? "";
}

const figures = ({ store }: Merchant) =>
  world.services.database.overview.days({
    storeId: store.id,
    currency: "eur",
    days: 7,
    now: world.clock.now,
  });

describe("after an outage of 30 hours", () => {
  const learnings = {
    "by its event": () => world.stripe.deliver(),
    "by the sweeper": () => world.sweep(),
    "by the buyer's return": async () => {},
  };
  for (const [how, learn] of Object.entries(learnings)) {
    test(`an order found ${how} has the time and day of the customer's payment`, async () => {
      const merchant = await world.merchant();
      for (const product of ["poster", "font", "monthly"]) {
        const paidAt = instant(world.clock.now);
        const sessionId = await sell(merchant, { [product]: 1 });
        await outage(30);
        await learn();
        expect(await readSession(merchant, sessionId), product).toMatchObject({ completedAt: paidAt });
        expect(await orderOf(merchant, sessionId), product).toMatchObject({
          createdAt: paidAt,
          payments: [{ paidAt }],
        });
        await world.stripe.deliver();
      }
      const days = (await figures(merchant)).map(({ orders, amount }) => [orders, amount]);
      // On the 15th at 10:00, on the 16th at 16:00, and on the 17th at 22:00; it is the 19th.
      expect(days.filter(([orders]) => orders !== 0)).toEqual([
        [1, 2400],
        [1, 4900],
        [1, 900],
      ]);
      expect(days.slice(-2)).toEqual([
        [0, 0],
        [0, 0],
      ]);
      // It is 10:00 again.
      await outage(6);
    });
  }

  test("a free order has the time of its event, or a time at which its session was open", async () => {
    const gift = { ...sampleProducts[2], reference: "gift", priceInCents: 0 };
    const merchant = await world.merchant({}, [gift as (typeof sampleProducts)[number]]);
    const paidAt = world.clock.now;
    const reported = await sell(merchant, { gift: 1 });
    await outage(30);
    await world.stripe.deliver();
    expect(await orderOf(merchant, reported)).toMatchObject({ createdAt: instant(paidAt), payments: [] });
    expect((await figures(merchant)).at(-2)).toMatchObject({ orders: 1, amount: 0 });
    const openedAt = world.clock.now;
    const untold = await sell(merchant, { gift: 1 });
    await outage(30);
    await world.sweep();
    const createdAt = Date.parse((await orderOf(merchant, untold)).createdAt);
    expect(createdAt).toBeGreaterThanOrEqual(openedAt);
    expect(createdAt).toBeLessThanOrEqual(openedAt + 31 * 60_000);
  });

  test("refunds and disputes have the provider's times", async () => {
    const merchant = await world.merchant();
    const order = await buy(merchant, { poster: 1 });
    const createdAt = instant(world.clock.now);
    await world.stripe.refund(order.payments[0]?.id ?? "", 500);
    await world.stripe.dispute(order.payments[0]?.id ?? "");
    await outage(30);
    await world.stripe.deliver();
    expect(await orderOf(merchant, order.checkoutSessionId)).toMatchObject({ refunds: [{ createdAt }] });
    const { disputes } =
      (await world.services.database.orders.find({ storeId: merchant.store.id, orderId: order.id })) ?? {};
    expect(disputes?.map(({ openedAt }) => instant(openedAt))).toEqual([createdAt]);
  });
});

describe("a bank debit", () => {
  test("is an order from the customer's completion, and paid when its money arrives, whenever we learn of it", async () => {
    const merchant = await world.merchant();
    const createdAt = instant(world.clock.now);
    const sessionId = await payLater(merchant);
    await outage(30);
    await world.stripe.deliver();
    expect(await orderOf(merchant, sessionId)).toMatchObject({ status: "pending", createdAt });
    await outage(30);
    const paidAt = instant(world.clock.now);
    await world.stripe.settle(sessionId, "succeed");
    await outage(30);
    await world.stripe.deliver();
    expect(await orderOf(merchant, sessionId)).toMatchObject({ createdAt, payments: [{ paidAt }] });
  });

  test("that is read before its event has the event's time once the event arrives", async () => {
    const merchant = await world.merchant();
    const sessionId = await payLater(merchant);
    await world.stripe.deliver();
    await outage(48);
    const arrivedAt = instant(world.clock.now);
    await world.stripe.settle(sessionId, "succeed");
    await outage(30);
    expect(await readSession(merchant, sessionId)).toMatchObject({ paymentOutcome: "paid" });
    await world.stripe.deliver();
    const { payments } = await orderOf(merchant, sessionId);
    expect(payments).toMatchObject([{ paidAt: arrivedAt }]);
  });
});

describe("a list of orders", () => {
  test("begins with the last recorded order, so reading down to a known order misses none", async () => {
    const merchant = await world.merchant();
    const ids = async (query: { after?: string; limit?: number } = {}) =>
      dataOf(await merchant.client.GET("/v1/orders", { params: { query } })).map(({ id }) => id);
    const missed = await sell(merchant, { font: 1 });
    await outage(1);
    const known = await buy(merchant, { font: 1 });
    expect(await ids()).toEqual([known.id]);
    await world.stripe.deliver();
    const late = await orderOf(merchant, missed);
    expect(late.createdAt < known.createdAt).toBe(true);
    expect(await ids()).toEqual([late.id, known.id]);
    expect(await ids({ after: late.id, limit: 1 })).toEqual([known.id]);
    expect(await ids({ after: known.id })).toEqual([]);
  });
});

test("after a jump of the provider's clock, checkouts open and events are accepted", async () => {
  const merchant = await world.merchant();
  await world.stripe.advance(7 * 24 * 3600);
  const sessionId = await sell(merchant, { poster: 1 });
  await world.stripe.deliver();
  expect(world.stripe.deliveries().at(-1)).toMatchObject({ status: 200 });
  expect(await orderOf(merchant, sessionId)).toMatchObject({ status: "paid" });
});

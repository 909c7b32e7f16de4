import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { EventType } from "../../server/domain/events/event-types.ts";
import { type EventReceiver, startEventReceiver } from "../helpers/event-receiver.ts";
import { onPaymentPage } from "../helpers/pay-page.ts";
import { buy, cartWith, orderOf, pay, paymentPage } from "../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../helpers/world.ts";

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
  await listen(null);
});
afterEach(() => {
  receiver.received.length = 0;
});

const secret = "whsec_bm90IHVzZWQgYW55d2hlcmUgZWxzZSE=";

async function listen(types: EventType[] | null, url = receiver.url): Promise<void> {
  await world.services.database.eventEndpoints.add({ storeId: merchant.store.id, url, secret, types });
}

/** What has been sent since the last call, after each payload was checked against the document. */
async function sent() {
  await world.dispatch();
  return receiver.received
    .splice(0)
    .map(({ body }) => body)
    .sort((a, b) => a.type.localeCompare(b.type));
}

const typesSent = async () => (await sent()).map(({ type }) => type);

/** An order that has been paid, and whose events have all been sent. */
async function paidOrder() {
  const order = await buy(merchant, { poster: 2 });
  await world.stripe.deliver();
  await sent();
  return { ...order, paymentId: order.payments[0]?.id ?? "" };
}

const ids = (type: string) => world.stripe.events(type).map(({ id }) => id);

describe("a dispute", () => {
  test("sends one event when it begins and one when it is closed, with the order as the API returns it", async () => {
    const { checkoutSessionId, paymentId } = await paidOrder();
    const dispute = await world.stripe.dispute(paymentId, "product_not_received");
    await world.stripe.deliver({ times: 2 });
    const disputed = await orderOf(merchant, checkoutSessionId);
    expect(disputed.disputes).toEqual([
      {
        id: dispute.id,
        paymentId,
        status: "needs_response",
        reason: "product_not_received",
        amount: 4800,
        currency: "eur",
        createdAt: new Date(dispute.created * 1000).toISOString(),
        dueAt: new Date((dispute.created + 20 * 24 * 3600) * 1000).toISOString(),
      },
    ]);
    expect(await sent()).toMatchObject([{ type: "order.disputed", data: disputed }]);
    await world.stripe.changeDispute(dispute.id, "under_review");
    await world.stripe.deliver();
    expect(await sent()).toEqual([]);
    await world.stripe.changeDispute(dispute.id, "won");
    await world.stripe.deliver({ order: "reverse", times: 2 });
    const closed = await orderOf(merchant, checkoutSessionId);
    expect(closed.disputes).toMatchObject([{ id: dispute.id, status: "won" }]);
    expect(await sent()).toMatchObject([{ type: "order.dispute_closed", data: closed }]);
  });

  test.each(["won", "lost"] as const)(
    "that was %s before we learned of it sends both events once, in whatever order they are reported",
    async (status) => {
      const { checkoutSessionId, paymentId } = await paidOrder();
      const { id } = await world.stripe.dispute(paymentId);
      await world.stripe.changeDispute(id, status);
      await world.stripe.deliver({ ids: ids("charge.dispute.closed").slice(-1) });
      const both = ["order.dispute_closed", "order.disputed"];
      expect(await typesSent()).toEqual(both);
      await world.stripe.deliver({ times: 2 });
      world.clock.now += 3 * 24 * 3_600_000;
      await world.stripe.deliver({ ids: ids("charge.dispute.created").slice(-1) });
      expect(await sent()).toEqual([]);
      expect(await orderOf(merchant, checkoutSessionId)).toMatchObject({ disputes: [{ id, status }] });
    },
  );

  test("of a payment with two sends the events of each", async () => {
    const { checkoutSessionId, paymentId } = await paidOrder();
    const first = await world.stripe.dispute(paymentId, "duplicate", { amount: 1000 });
    await world.stripe.deliver();
    const second = await world.stripe.dispute(paymentId, "fraudulent", { amount: 2000 });
    await world.stripe.changeDispute(first.id, "lost");
    await world.stripe.deliver({ order: "reverse" });
    expect(await typesSent()).toEqual(["order.dispute_closed", "order.disputed", "order.disputed"]);
    await world.stripe.changeDispute(second.id, "won");
    await world.stripe.deliver();
    expect(await typesSent()).toEqual(["order.dispute_closed"]);
    const { disputes, status, payments } = await orderOf(merchant, checkoutSessionId);
    expect(disputes.map(({ id, amount, status }) => [id, amount, status]).toSorted()).toEqual(
      [
        [first.id, 1000, "lost"],
        [second.id, 2000, "won"],
      ].toSorted(),
    );
    expect([status, payments[0]?.amountRefunded]).toEqual(["paid", 0]);
  });

  test("that begins as an inquiry is one dispute", async () => {
    const { checkoutSessionId, paymentId } = await paidOrder();
    const { id } = await world.stripe.dispute(paymentId, "unrecognized", { isInquiry: true });
    await world.stripe.deliver();
    expect(await typesSent()).toEqual(["order.disputed"]);
    await world.stripe.changeDispute(id, "needs_response");
    await world.stripe.deliver();
    expect(await sent()).toEqual([]);
    await world.stripe.changeDispute(id, "lost");
    await world.stripe.deliver();
    expect(await typesSent()).toEqual(["order.dispute_closed"]);
    expect(await orderOf(merchant, checkoutSessionId)).toMatchObject({ disputes: [{ id, status: "lost" }] });
  });

  test.each([
    ["poster", 2400],
    ["monthly", 900],
  ])(
    "of an order that isn't recorded yet is recorded with it, after the purchase: %s",
    async (reference, amount) => {
      const sessionId = await pay(await paymentPage(merchant, await cartWith(merchant, { [reference]: 1 })));
      await world.stripe.dispute(sessionId);
      await world.stripe.deliver({ ids: ids("charge.dispute.created").slice(-1), times: 2 });
      expect(await orderOf(merchant, sessionId)).toMatchObject({
        status: "paid",
        disputes: [{ status: "needs_response", amount }],
      });
      await world.stripe.deliver({ order: "reverse", times: 2 });
      const types = (await typesSent()).filter((type) => type !== "subscription.started");
      expect(types).toEqual(["order.disputed", "order.paid", "order.placed"]);
    },
  );
});

test("send each event once for purchases that are disputed at once, although all reports arrive together", async () => {
  const purchases = 6;
  for (let n = 0; n < purchases; n++) {
    await onPaymentPage(await paymentPage(merchant, await cartWith(merchant, { font: 1 })), "dispute");
  }
  await world.stripe.deliver({ times: 3 });
  const events = await sent();
  const all = ["order.disputed", "order.paid", "order.placed"];
  expect(events.map(({ type }) => type)).toEqual(all.flatMap((type) => Array(purchases).fill(type)));
});

describe("a refund that fails", () => {
  test("sends one event, and its amount can be refunded again", async () => {
    const { id: orderId, checkoutSessionId, paymentId } = await paidOrder();
    const refund = await world.stripe.refund(paymentId, 4800);
    await world.stripe.deliver();
    expect(await typesSent()).toEqual(["order.refunded"]);
    await world.stripe.failRefund(refund.id);
    await world.stripe.deliver({ order: "reverse", times: 2 });
    const failed = await orderOf(merchant, checkoutSessionId);
    expect(failed).toMatchObject({
      status: "paid",
      payments: [{ amountRefunded: 0 }],
      refunds: [{ id: refund.id, status: "failed", amount: 4800 }],
    });
    expect(await sent()).toMatchObject([{ type: "order.refund_failed", data: failed }]);
    const by = { kind: "command_line", id: "test" } as const;
    const again = await world.services.refundOrder({ storeId: merchant.store.id, orderId }, {}, by);
    expect(again).toMatchObject({ amount: 4800 });
    await world.stripe.deliver();
    expect(await typesSent()).toEqual(["order.refunded"]);
    expect(await orderOf(merchant, checkoutSessionId)).toMatchObject({ status: "refunded" });
  });

  test("before we learned of it sends its failure, and a later refund sends its own event", async () => {
    const { checkoutSessionId, paymentId } = await paidOrder();
    const first = await world.stripe.refund(paymentId, 1000);
    await world.stripe.failRefund(first.id);
    await world.stripe.refund(paymentId, 1000);
    await world.stripe.deliver({ order: "reverse", times: 2 });
    expect(await typesSent()).toEqual(["order.refund_failed", "order.refunded"]);
    expect(await orderOf(merchant, checkoutSessionId)).toMatchObject({ status: "partially_refunded" });
  });

  test("of an order that isn't recorded yet is recorded with it, after the purchase", async () => {
    const sessionId = await pay(await paymentPage(merchant, await cartWith(merchant, { poster: 1 })));
    const { id } = await world.stripe.refund(sessionId);
    await world.stripe.failRefund(id);
    await world.stripe.deliver({ ids: ids("refund.failed").slice(-1), times: 2 });
    expect(await orderOf(merchant, sessionId)).toMatchObject({
      status: "paid",
      refunds: [{ id, status: "failed" }],
    });
    await world.stripe.deliver({ order: "reverse" });
    expect(await typesSent()).toEqual(["order.paid", "order.placed", "order.refund_failed"]);
  });
});

test("an endpoint with a list of types gets only those", async () => {
  await listen(["order.paid", "order.refunded"], `${receiver.url}/listed`);
  await listen(["order.disputed"], `${receiver.url}/disputed`);
  const order = await buy(merchant, { poster: 1 });
  const paymentId = order.payments[0]?.id ?? "";
  const refund = await world.stripe.refund(paymentId, 100);
  await world.stripe.deliver();
  await world.stripe.failRefund(refund.id);
  const { id } = await world.stripe.dispute(paymentId);
  await world.stripe.deliver();
  await world.stripe.changeDispute(id, "lost");
  await world.stripe.deliver();
  const { database } = world.services;
  const events = await database.events.list(merchant.store.id, 100);
  const endpoints = await database.eventEndpoints.list(merchant.store.id);
  const typesOf = (path: string) => {
    const endpoint = endpoints.find(({ url }) => url.endsWith(path));
    return events
      .filter(({ deliveries }) => deliveries.some(({ endpointId }) => endpointId === endpoint?.id))
      .map(({ type }) => type)
      .sort();
  };
  expect(typesOf("/listed")).toEqual(["order.paid", "order.refunded"]);
  expect(typesOf("/disputed")).toEqual(["order.disputed"]);
  expect(typesOf("/hook")).toEqual([
    "order.dispute_closed",
    "order.disputed",
    "order.paid",
    "order.placed",
    "order.refund_failed",
    "order.refunded",
  ]);
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { components } from "../../../generated/types.ts";
import { abandonedAfterMs } from "../../../server/database/queries/orders/request-refund.ts";
import type { Actor } from "../../../server/domain/actor.ts";
import type { RefundRequest } from "../../../server/domain/refund.ts";
import { createProvider, type Provider } from "../../../server/payments/provider/provider.ts";
import { createRefundOrder } from "../../../server/payments/refunds/refund-order.ts";
import { buy, cartWith, orderOf, pay, paymentPage, readSession } from "../../helpers/shopping.ts";
import { blankProduct, type Merchant, startWorld, type World } from "../../helpers/world.ts";

type Order = components["schemas"]["Order"];

const ann: Actor = { kind: "person", id: "usr_ann" };

let world: World;
let merchant: Merchant;
let provider: Provider;
beforeAll(async () => {
  world = await startWorld();
  merchant = await world.merchant();
  const settings = { secretKey: "sk_test_world", apiBase: world.standInUrl, webhookSecrets: [] };
  provider = createProvider(settings, () => world.clock.now);
});
afterAll(() => world.close());

const refund = (
  orderId: string,
  request: RefundRequest = {},
  { store }: Pick<Merchant, "store"> = merchant,
  by = ann,
) => world.services.refundOrder({ storeId: store.id, orderId }, request, by);

const bob: Actor = { kind: "person", id: "usr_bob" };

/** The order as the provider's events leave it. */
async function reported({ checkoutSessionId }: { checkoutSessionId: string }) {
  await world.stripe.deliver();
  return orderOf(merchant, checkoutSessionId);
}

const refundsAtProvider = () => world.stripe.events("refund.created").length;

/** The amount that the provider has refunded of an order, in the smallest unit. */
function refundedAtProvider({ payments }: Pick<Order, "payments">): number {
  const ids = payments.map(({ id }) => id);
  return world.stripe
    .events("refund.created")
    .map(({ data }) => data.object as { payment_intent: string; amount: number; status: string })
    .filter(({ payment_intent, status }) => ids.includes(payment_intent) && status !== "failed")
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** The refunded amount on the order. */
const sumOf = ({ refunds }: Pick<Order, "refunds">) =>
  refunds.filter(({ status }) => status !== "failed").reduce((sum, { amount }) => sum + amount, 0);

/** The next refund is made, and the provider's response is lost, as is the one to the SDK's retry. */
const loseAnswer = () =>
  world.stripe.fail({ how: "drop", when: "after", path: "/v1/refunds", method: "POST", requests: 2 });

describe("a refund", () => {
  test("of everything is on the order at once, and the provider's event changes nothing", async () => {
    const order = await buy(merchant, { poster: 2 });
    const accepted = await refund(order.id);
    expect(accepted).toEqual({
      id: expect.stringMatching(/^re_/),
      paymentId: order.payments[0]?.id,
      amount: 4800,
      currency: "eur",
      isRepeated: false,
    });
    const recorded = await orderOf(merchant, order.checkoutSessionId);
    expect(recorded).toMatchObject({
      status: "refunded",
      refunds: [{ id: accepted?.id, amount: 4800, status: "succeeded" }],
    });
    expect(await reported(order)).toEqual(recorded);
  });

  test("of items is another one than a refund of their amount, or of others", async () => {
    const order = await buy(merchant, { poster: 2, font: 1 });
    const [poster, font] = order.lines.map(({ productId }) => ({ productId, quantity: 1 }));
    const content = { lines: poster ? [poster] : [], shipping: false };
    const token = "page-of-ann-with-items";
    expect(await refund(order.id, { content, token })).toMatchObject({ amount: 2400, isRepeated: false });
    const twice = { lines: poster ? [poster, poster] : [], shipping: false };
    const others = [
      { amount: 2400 },
      { content: { lines: font ? [font] : [], shipping: false } },
      { content: twice },
      {},
    ];
    for (const other of others) {
      await expect(refund(order.id, { ...other, token })).rejects.toThrow("Another refund was already");
    }
    expect(await refund(order.id, { content, token })).toMatchObject({ isRepeated: true });
    expect((await reported(order)).refunds).toMatchObject([
      { amount: 2400, lines: [{ ...poster, amount: 2400 }] },
    ]);
  });

  test("of parts is possible until nothing is left", async () => {
    const order = await buy(merchant, { poster: 1 });
    for (const amount of [1000, 1000]) {
      await refund(order.id, { amount });
      await reported(order);
    }
    expect((await refund(order.id))?.amount).toBe(400);
    expect(await reported(order)).toMatchObject({ status: "refunded" });
    await expect(refund(order.id)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("never exceeds what was paid, even before the provider has reported an earlier one", async () => {
    const order = await buy(merchant, { poster: 1 });
    const before = refundsAtProvider();
    await expect(refund(order.id, { amount: 2401 })).rejects.toMatchObject({
      code: "CONFLICT",
      message: "24.01 eur is more than can be refunded (24.00 eur).",
    });
    for (const amount of [0, -1, 1.5, Number.NaN]) {
      await expect(refund(order.id, { amount })).rejects.toMatchObject({ code: "INVALID_REQUEST" });
    }
    expect(refundsAtProvider()).toBe(before);
    await refund(order.id, { amount: 2000 });
    await expect(refund(order.id, { amount: 401 })).rejects.toMatchObject({ code: "CONFLICT" });
    expect(refundsAtProvider()).toBe(before + 1);
    await expect(refund(order.id, { amount: 400 })).resolves.toMatchObject({ amount: 400 });
    await expect(refund(order.id, { amount: 300 })).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test.each([
    ["before the webhook", false],
    ["after the webhook", true],
  ])("that is retried %s after a lost response is made once", async (_, isReported) => {
    const order = await buy(merchant, { poster: 1 });
    loseAnswer();
    await expect(refund(order.id, { amount: 500 })).rejects.toMatchObject({
      code: "INTERNAL_ERROR",
      message: expect.stringContaining("Check the order"),
    });
    if (isReported) await reported(order);
    expect(await refund(order.id, { amount: 500 })).toMatchObject({ amount: 500, isRepeated: true });
    expect((await reported(order)).refunds).toMatchObject([{ amount: 500 }]);
    expect(refundedAtProvider(order)).toBe(500);
    // The outcome is known now, so this is another one.
    expect(await refund(order.id, { amount: 500 })).toMatchObject({ isRepeated: false });
    expect((await reported(order)).refunds).toHaveLength(2);
    expect(refundedAtProvider(order)).toBe(1000);
  });

  test("of the whole rest, retried after its lost response and its webhook, is recognised", async () => {
    const order = await buy(merchant, { poster: 1 });
    loseAnswer();
    await expect(refund(order.id)).rejects.toThrow();
    await reported(order);
    expect(await refund(order.id)).toMatchObject({ amount: 2400, isRepeated: true });
    expect(refundedAtProvider(order)).toBe(2400);
  });

  test("that is retried after the provider forgot its idempotency key is made once", async () => {
    const order = await buy(merchant, { poster: 1 });
    loseAnswer();
    await expect(refund(order.id, { amount: 500 })).rejects.toThrow();
    world.clock.now += 49 * 60 * 60 * 1000;
    await refund(order.id, { amount: 500 });
    expect(refundedAtProvider(order)).toBe(500);
    expect(sumOf(await orderOf(merchant, order.checkoutSessionId))).toBe(500);
  });

  test("that was recorded by a process that died before it called the provider is made by its retry", async () => {
    const order = await buy(merchant, { poster: 1 });
    const { orders } = world.services.database;
    await orders.requestRefund({ storeId: merchant.store.id, orderId: order.id }, { amount: 500 }, ann);
    expect(await refund(order.id, { amount: 500 })).toMatchObject({ isRepeated: false });
    expect((await reported(order)).refunds).toHaveLength(1);
    expect(refundedAtProvider(order)).toBe(500);
  });

  test("that the provider keeps answering with 500, by its key, is made by a retry after ten minutes", async () => {
    const order = await buy(merchant, { poster: 1 });
    const request = { amount: 500, token: "a page" };
    world.stripe.fail({ how: 500, path: "/v1/refunds", method: "POST", requests: 4 });
    for (let n = 0; n < 2; n++) {
      world.clock.now += abandonedAfterMs - 1;
      await expect(refund(order.id, request)).rejects.toThrow("isn't known");
    }
    world.stripe.clearFailures();
    world.clock.now += abandonedAfterMs;
    expect(await refund(order.id, request)).toMatchObject({ isRepeated: false });
    const posts = world.stripe
      .requests()
      .filter(({ path, method }) => path === "/v1/refunds" && method === "POST");
    const keys = posts.slice(-3).map(({ form }) => JSON.stringify(form.metadata));
    expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([true, false]);
    expect(sumOf(await reported(order))).toBe(500);
    expect(refundedAtProvider(order)).toBe(500);
  });

  test("of another amount waits until an earlier one is known not to have been made", async () => {
    const order = await buy(merchant, { poster: 1 });
    const { orders } = world.services.database;
    await orders.requestRefund({ storeId: merchant.store.id, orderId: order.id }, { amount: 500 }, ann);
    await expect(refund(order.id, { amount: 700 })).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("A refund of 5.00 eur was requested"),
    });
    world.clock.now += abandonedAfterMs;
    await refund(order.id, { amount: 700 });
    await refund(order.id, { amount: 500 });
    expect(sumOf(await reported(order))).toBe(1200);
    expect(refundedAtProvider(order)).toBe(1200);
  });

  test("that was requested twice at once is made once, and shown as made to one person", async () => {
    const order = await buy(merchant, { poster: 1 });
    const both = await Promise.allSettled([
      refund(order.id, { amount: 500, seenRefunds: 0, token: "page-of-ann" }),
      refund(order.id, { amount: 500, seenRefunds: 0, token: "page-of-bob" }, merchant, bob),
    ]);
    const shown = both.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(shown.filter((one) => one?.isRepeated === false)).toHaveLength(1);
    expect(new Set(shown.map((one) => one?.id)).size).toBe(1);
    // A person who begins after the other one's refund is recorded has seen too few refunds.
    const refused = both.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused.every(({ code }) => code === "CONFLICT")).toBe(true);
    expect(sumOf(await reported(order))).toBe(500);
    expect(refundedAtProvider(order)).toBe(500);
  });

  test("sent again from the same page is the same one, even after other refunds", async () => {
    const order = await buy(merchant, { poster: 1 });
    const first = { amount: 500, seenRefunds: 0, token: "first page" };
    const made = await refund(order.id, first);
    await refund(order.id, { amount: 500, seenRefunds: 1, token: "second page" });
    await reported(order);
    expect(await refund(order.id, first)).toEqual({ ...made, isRepeated: true });
    await expect(refund(order.id, { ...first, amount: 600 })).rejects.toMatchObject({ code: "CONFLICT" });
    expect(refundedAtProvider(order)).toBe(1000);
  });

  test.each([
    ["the same person, after a lost response", ann],
    ["another person, before it reached the provider", bob],
  ])("stays the same one for the token of a repetition by %s", async (_, by) => {
    const order = await buy(merchant, { poster: 1 });
    const first = { amount: 500, token: "first page" };
    if (by === ann) {
      loseAnswer();
      await expect(refund(order.id, first)).rejects.toThrow();
    } else {
      const address = { storeId: merchant.store.id, orderId: order.id };
      await world.services.database.orders.requestRefund(address, first, ann);
    }
    for (const token of ["second page", "first page", "second page"]) {
      const one = refund(order.id, { amount: 500, token }, merchant, token === "second page" ? by : ann);
      expect(await one).toMatchObject({ amount: 500 });
    }
    expect(refundedAtProvider(order)).toBe(500);
    const other = refund(order.id, { amount: 600, token: "second page" }, merchant, by);
    await expect(other).rejects.toMatchObject({ code: "CONFLICT", message: expect.stringContaining("key") });
  });

  test("of a payment whose dispute is known is refused before the provider is called", async () => {
    const order = await buy(merchant, { poster: 1 });
    await world.stripe.dispute(order.payments[0]?.id ?? "");
    await reported(order);
    const before = world.stripe.requests().filter(({ method }) => method === "POST").length;
    await expect(refund(order.id, { amount: 500 })).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("has taken the money back"),
    });
    expect(world.stripe.requests().filter(({ method }) => method === "POST")).toHaveLength(before);
  });

  test("is recorded once when its webhook arrives before its response", async () => {
    const order = await buy(merchant, { poster: 1 });
    const { orders } = world.services.database;
    const address = { storeId: merchant.store.id, orderId: order.id };
    const requested = await orders.requestRefund(address, { amount: 500 }, ann);
    if (!requested) throw new Error("There is such an order.");
    const answer = await provider.refund(requested);
    expect(sumOf(await reported(order))).toBe(500);
    await orders.recordMadeRefund({ ...address, requestId: requested.id }, answer);
    expect((await reported(order)).refunds).toMatchObject([{ id: answer.id, amount: 500 }]);
  });

  test("stays recorded when a list from before it arrives after it", async () => {
    const order = await buy(merchant, { poster: 1 });
    const paymentId = order.payments[0]?.id ?? "";
    await refund(order.id, { amount: 500 });
    const before = await provider.readRefunds({ id: paymentId, account: null });
    await refund(order.id, { amount: 300 });
    const { orders } = world.services.database;
    await orders.recordRefunds(before);
    const address = { storeId: merchant.store.id, orderId: order.id };
    expect(await orders.find(address)).toMatchObject({ refunded: 800 });
    expect(sumOf(await orderOf(merchant, order.checkoutSessionId))).toBe(800);
    expect(sumOf(await reported(order))).toBe(800);
  });

  test("that failed can be made again, even if its response was lost", async () => {
    const order = await buy(merchant, { poster: 1 });
    loseAnswer();
    await expect(refund(order.id, { token: "a page", seenRefunds: 0 })).rejects.toThrow();
    const [first] = (await reported(order)).refunds;
    await world.stripe.failRefund(first?.id ?? "");
    expect(await reported(order)).toMatchObject({ status: "paid" });
    await expect(refund(order.id, { token: "a page", seenRefunds: 0 })).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("failed"),
    });
    const second = await refund(order.id);
    expect(second?.id).not.toBe(first?.id);
    expect(await reported(order)).toMatchObject({ status: "refunded" });
  });

  test("that the provider answers as failed counts as not refunded, also when it is repeated", async () => {
    const order = await buy(merchant, { poster: 1 });
    const address = { storeId: merchant.store.id, orderId: order.id };
    const { database } = world.services;
    const failing = createRefundOrder({
      database,
      provider: {
        readRefunds: provider.readRefunds,
        readTaxes: provider.readTaxes,
        refund: async (request) => {
          const made = await provider.refund(request);
          await world.stripe.failRefund(made.id);
          return { ...made, status: "failed" };
        },
      },
    });
    const before = refundsAtProvider();
    for (const _ of ["first", "repeated"]) {
      await expect(failing(address, { token: "a page" }, ann)).rejects.toMatchObject({
        code: "CONFLICT",
        message: expect.stringContaining("failed at the payment provider"),
      });
      expect(await database.orders.find(address)).toMatchObject({ refunded: 0 });
    }
    expect(refundsAtProvider()).toBe(before + 1);
    expect(await refund(order.id)).toMatchObject({ isRepeated: false });
    expect(await reported(order)).toMatchObject({ status: "refunded" });
  });

  test("that the provider has refused can be requested again, even from the same page", async () => {
    const order = await buy(merchant, { poster: 1 });
    const request = { amount: 500, token: "a page" };
    world.stripe.fail({ how: 400, path: "/v1/refunds", method: "POST" });
    await expect(refund(order.id, request)).rejects.toThrow();
    expect(await refund(order.id, request)).toMatchObject({ isRepeated: false });
    expect(refundedAtProvider(order)).toBe(500);
  });

  test("is refused if another one came in between since the page was opened", async () => {
    const order = await buy(merchant, { poster: 1 });
    await refund(order.id, { amount: 500, seenRefunds: 0 });
    await reported(order);
    await expect(refund(order.id, { amount: 500, seenRefunds: 0 })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await expect(refund(order.id, { amount: 500, seenRefunds: 1 })).resolves.toMatchObject({ amount: 500 });
  });

  test("of a disputed payment is refused, with the provider's reason", async () => {
    const order = await buy(merchant, { poster: 1 });
    await world.stripe.dispute(order.payments[0]?.id ?? "");
    await expect(refund(order.id)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("bank disputes"),
    });
  });

  test("of a payment that was refunded elsewhere is refused before the event has arrived", async () => {
    const order = await buy(merchant, { poster: 1 });
    await world.stripe.refund(order.payments[0]?.id ?? "");
    await expect(refund(order.id)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("already been refunded"),
    });
  });

  test("of an order that isn't paid is refused", async () => {
    const free = await world.merchant({}, [
      { ...blankProduct, reference: "gift", name: "Gift", priceInCents: 0, type: "digital" },
    ]);
    const order = await buy(free, { gift: 1 });
    await expect(refund(order.id, {}, free)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("Nothing has been paid"),
    });
  });

  test("of an unknown order, another store's, or another order's payment isn't found", async () => {
    const order = await buy(merchant, { poster: 1 });
    const before = refundsAtProvider();
    expect(await refund("order_unknown")).toBeUndefined();
    expect(await refund(order.id, {}, await world.merchant())).toBeUndefined();
    await expect(refund(order.id, { paymentId: "pi_other" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(refundsAtProvider()).toBe(before);
  });

  test("of a renewed subscription names its payment", async () => {
    const sessionId = await pay(await paymentPage(merchant, await cartWith(merchant, { monthly: 1 })));
    await readSession(merchant, sessionId);
    world.clock.now += 32 * 24 * 60 * 60 * 1000;
    await world.stripe.advance(0);
    const order = await reported({ checkoutSessionId: sessionId });
    expect(order.payments).toHaveLength(2);
    await expect(refund(order.id)).rejects.toMatchObject({ code: "INVALID_REQUEST" });
    const [, renewal] = order.payments;
    await refund(order.id, { paymentId: renewal?.id });
    expect(await reported({ checkoutSessionId: sessionId })).toMatchObject({
      status: "partially_refunded",
      refunds: [{ paymentId: renewal?.id }],
    });
  });

  test("goes through the account on which the order was sold", async () => {
    const connected = await world.merchant({ stripeAccount: "acct_refunds" });
    const order = await buy(connected, { poster: 1 });
    await refund(order.id, {}, connected);
    expect(world.stripe.requests().findLast(({ path }) => path === "/v1/refunds")).toMatchObject({
      method: "POST",
      account: "acct_refunds",
    });
  });

  test("is in the audit trail before money moves, with the person who requested it", async () => {
    const order = await buy(merchant, { poster: 1 });
    world.stripe.fail({ how: 500, path: "/v1/refunds", method: "POST", requests: 2 });
    await expect(refund(order.id, { amount: 700 })).rejects.toThrow();
    const { auditTrail } = world.services.database;
    const page = await auditTrail.list({ storeId: merchant.store.id, limit: 10, objectId: order.id });
    expect(page?.entries).toMatchObject([
      {
        by: ann,
        action: "order.refund_requested",
        changes: { amount: { to: 700 }, currency: { to: "eur" } },
      },
    ]);
  });
});

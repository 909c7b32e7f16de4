import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "../../../server/domain/actor.ts";
import type { RefundRequest } from "../../../server/domain/refund.ts";
import { buy, cartWith, orderOf, pay, paymentPage, readSession } from "../../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../../helpers/world.ts";

const ann: Actor = { kind: "person", id: "usr_ann" };

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await world.merchant();
});
afterAll(() => world.close());

const refund = (
  orderId: string,
  request: RefundRequest = {},
  { store }: Pick<Merchant, "store"> = merchant,
) => world.services.refundOrder({ storeId: store.id, orderId }, request, ann);

/** The order as the provider's events leave it. */
async function reported({ checkoutSessionId }: { checkoutSessionId: string }) {
  await world.stripe.deliver();
  return orderOf(merchant, checkoutSessionId);
}

const refundsAtProvider = () => world.stripe.events("refund.created").length;

describe("a refund", () => {
  test("gives back everything, and the order tells so once the provider has reported it", async () => {
    const order = await buy(merchant, { poster: 2 });
    const accepted = await refund(order.id);
    expect(accepted).toEqual({
      id: expect.stringMatching(/^re_/),
      paymentId: order.payments[0]?.id,
      amount: 4800,
      currency: "eur",
    });
    expect(await orderOf(merchant, order.checkoutSessionId)).toMatchObject({ status: "paid", refunds: [] });
    expect(await reported(order)).toMatchObject({
      status: "refunded",
      refunds: [{ id: accepted?.id, amount: 4800 }],
    });
  });

  test("gives back parts, until nothing is left", async () => {
    const order = await buy(merchant, { poster: 1 });
    for (const amount of [1000, 1000]) {
      await refund(order.id, { amount });
      await reported(order);
    }
    expect((await refund(order.id))?.amount).toBe(400);
    expect(await reported(order)).toMatchObject({ status: "refunded" });
    await expect(refund(order.id)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("is never more than what was paid, also before the provider has reported an earlier one", async () => {
    const order = await buy(merchant, { poster: 1 });
    const before = refundsAtProvider();
    await expect(refund(order.id, { amount: 2401 })).rejects.toMatchObject({
      code: "CONFLICT",
      message: "24.01 eur is more than what can be refunded, which is 24.00 eur.",
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

  test("that is asked for again after a lost answer is the same one", async () => {
    const order = await buy(merchant, { poster: 1 });
    const before = refundsAtProvider();
    world.stripe.fail({ how: "drop", when: "after", path: "/v1/refunds", method: "POST", requests: 2 });
    await expect(refund(order.id, { amount: 500 })).rejects.toThrow();
    await refund(order.id, { amount: 500 });
    await Promise.all([refund(order.id, { amount: 500 }), refund(order.id, { amount: 500 })]);
    expect(refundsAtProvider()).toBe(before + 1);
    expect((await reported(order)).refunds).toHaveLength(1);
    await refund(order.id, { amount: 500 });
    expect((await reported(order)).refunds).toHaveLength(2);
  });

  test("that failed can be made again", async () => {
    const order = await buy(merchant, { poster: 1 });
    const first = await refund(order.id);
    await reported(order);
    await world.stripe.failRefund(first?.id ?? "");
    expect(await reported(order)).toMatchObject({ status: "paid" });
    const second = await refund(order.id);
    expect(second?.id).not.toBe(first?.id);
    expect(await reported(order)).toMatchObject({ status: "refunded" });
  });

  test("decided on by what somebody saw is refused when another one has come in between", async () => {
    const order = await buy(merchant, { poster: 1 });
    await refund(order.id, { amount: 500, seenRefunds: 0 });
    await reported(order);
    await expect(refund(order.id, { amount: 500, seenRefunds: 0 })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await expect(refund(order.id, { amount: 500, seenRefunds: 1 })).resolves.toMatchObject({ amount: 500 });
  });

  test("of a disputed payment is refused, in the provider's reason", async () => {
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
      {
        ...{ reference: "gift", name: "Gift", priceInCents: 0, type: "digital", currency: "eur", slug: null },
        ...{ description: null, billingInterval: null, imageUrl: null, isActive: true, category: null },
        ...{ details: null, group: null, options: [], images: [] },
      },
    ]);
    const order = await buy(free, { gift: 1 });
    await expect(refund(order.id, {}, free)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("Nothing has been paid"),
    });
  });

  test("of an unknown order, another store's, or a payment that isn't its own doesn't exist", async () => {
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

  test("goes through the account that the order was sold on", async () => {
    const connected = await world.merchant({ stripeAccount: "acct_refunds" });
    const order = await buy(connected, { poster: 1 });
    await refund(order.id, {}, connected);
    expect(world.stripe.requests().findLast(({ path }) => path === "/v1/refunds")).toMatchObject({
      method: "POST",
      account: "acct_refunds",
    });
  });

  test("is in the audit trail before money moves, with who asked for it", async () => {
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

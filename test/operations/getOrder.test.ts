import { testEveryResponse } from "@counterpart/testing";
import { afterAll, describe, expect, test } from "vitest";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import { testNotModified } from "../helpers/conditional-requests.ts";
import {
  answerOf,
  buy,
  cartWith,
  dataOf,
  openCheckout,
  orderOf,
  pay,
  productId,
  readSession,
} from "../helpers/shopping.ts";
import { type Merchant, sampleProducts, startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { global: 60 } });
afterAll(() => world.close());

const dayMs = 24 * 60 * 60_000;

function getOrder({ client }: Merchant, orderId: string) {
  return client.GET("/v1/orders/{orderId}", { params: { path: { orderId } } });
}

/** A session that is paid by bank debit, with the money on its way. */
async function debited(merchant: Merchant): Promise<string> {
  const { url } = dataOf(await openCheckout(merchant, await cartWith(merchant, { poster: 1 })));
  const sessionId = new URL(url).pathname.split("/").at(-1) ?? "";
  await world.stripe.pay(sessionId, { email: "ines@reader.example", paid: "later" });
  await readSession(merchant, sessionId);
  return sessionId;
}

test("200 the products, the buyer, the amounts and the shipping address", async () => {
  const products = sampleProducts.map((one) =>
    one.reference === "poster" ? { ...one, sku: "TIDE-POSTER" } : one,
  );
  const merchant = await world.merchant({}, products);
  const cartId = await cartWith(merchant, { poster: 2, font: 1 });
  const metadata = { campaign: "autumn" };
  const sessionId = await pay(dataOf(await openCheckout(merchant, cartId, { metadata })).url);
  const session = await readSession(merchant, sessionId);
  const { id } = await orderOf(merchant, sessionId);
  const now = new Date(world.clock.now).toISOString();
  expect(dataOf(await getOrder(merchant, id))).toEqual({
    id: expect.stringMatching(/^order_[0-9a-z]{26}$/),
    number: 1001,
    storeId: merchant.store.id,
    checkoutSessionId: session.id,
    cartId,
    subscriptionId: null,
    status: "paid",
    lines: [
      {
        productId: productId(merchant, "poster"),
        name: "Tide Poster",
        options: [],
        quantity: 2,
        unitPriceInCents: 2400,
        sku: "TIDE-POSTER",
        requiresShipping: true,
      },
      {
        productId: productId(merchant, "font"),
        name: "Typeface",
        options: [],
        quantity: 1,
        unitPriceInCents: 4900,
        sku: null,
        requiresShipping: false,
      },
    ],
    totals: { subtotal: 9700, total: 9700, currency: "eur" },
    shippingRate: null,
    amounts: { subtotal: 9700, discount: 0, shipping: 0, tax: 0, total: 9700 },
    payments: [
      {
        id: expect.stringMatching(/^pi_/),
        amount: 9700,
        amountRefunded: 0,
        currency: "eur",
        paidAt: now,
      },
    ],
    refunds: [],
    disputes: [],
    memberId: null,
    customerEmail: "ines@reader.example",
    customerName: "Ines Duarte",
    customerPhone: "+353861234567",
    shippingAddress: session.shippingAddress,
    metadata,
    fulfilledAt: null,
    tracking: null,
    parcels: [],
    returns: [],
    restocked: [],
    createdAt: now,
  });
});

describe("200 the status follows the money:", () => {
  test.each([
    ["succeed", "paid"],
    ["fail", "failed"],
  ] as const)("pending while a bank debit is on its way, and when it %ss %s", async (outcome, status) => {
    const merchant = await world.merchant();
    const sessionId = await debited(merchant);
    const { id } = await orderOf(merchant, sessionId);
    expect(dataOf(await getOrder(merchant, id))).toMatchObject({ status: "pending", payments: [] });
    await world.stripe.settle(sessionId, outcome);
    await world.stripe.deliver();
    expect(dataOf(await getOrder(merchant, id)).status).toBe(status);
  });

  test("paid for a free order, without a payment", async () => {
    const [free] = (await import("../helpers/world.ts")).sampleProducts;
    if (!free) throw new Error("There is no sample.");
    const merchant = await world.merchant({}, [
      { ...free, reference: "free", type: "digital", priceInCents: 0 },
    ]);
    expect(await buy(merchant, { free: 1 })).toMatchObject({ status: "paid", payments: [] });
  });

  test("partially refunded, refunded, and paid again when the refunds fail", async () => {
    const merchant = await world.merchant();
    const { id, payments } = await buy(merchant, { poster: 2 });
    const [payment] = payments;
    const order = async () => dataOf(await getOrder(merchant, id));
    const first = await world.stripe.refund(payment?.id ?? "", 1800);
    await world.stripe.deliver();
    expect(await order()).toMatchObject({
      status: "partially_refunded",
      payments: [{ amount: 4800, amountRefunded: 1800 }],
      refunds: [{ id: first.id, paymentId: payment?.id, status: "succeeded", amount: 1800, currency: "eur" }],
    });
    world.clock.now += dayMs;
    const second = await world.stripe.refund(payment?.id ?? "");
    await world.stripe.deliver({ times: 2 });
    expect(await order()).toMatchObject({
      status: "refunded",
      payments: [{ amountRefunded: 4800 }],
      refunds: [
        { id: first.id },
        { id: second.id, amount: 3000, createdAt: new Date(world.clock.now).toISOString() },
      ],
    });
    for (const refund of [first, second]) await world.stripe.failRefund(refund.id);
    await world.stripe.deliver({ order: "reverse" });
    expect(await order()).toMatchObject({
      status: "paid",
      payments: [{ amountRefunded: 0 }],
      refunds: [{ status: "failed" }, { status: "failed" }],
    });
  });

  test("partially refunded when the first payment of a subscription was refunded and the second wasn't", async () => {
    const merchant = await world.merchant();
    const { id, payments } = await buy(merchant, { monthly: 1 });
    await world.stripe.deliver();
    await world.stripe.refund(payments[0]?.id ?? "");
    await world.stripe.deliver();
    expect(dataOf(await getOrder(merchant, id)).status).toBe("refunded");
    world.clock.now += 32 * dayMs;
    await world.stripe.advance(0);
    await world.stripe.deliver();
    expect(dataOf(await getOrder(merchant, id))).toMatchObject({
      status: "partially_refunded",
      payments: [{ amountRefunded: 900 }, { amountRefunded: 0 }],
    });
  });
});

test("200 without the personal data of an erased buyer", async () => {
  const merchant = await world.merchant();
  const memberSessionId = "session-of-nora";
  const member = { storeId: merchant.store.id, memberId: "nora", memberSessionId, expiresInSeconds: 3600 };
  await world.services.database.memberSessions.register(member);
  const details = { memberSessionId, metadata: { account: "nora" } };
  const opened = await openCheckout(merchant, await cartWith(merchant, { poster: 1 }), details);
  const sessionId = await pay(dataOf(opened).url);
  await readSession(merchant, sessionId);
  const { id, memberId } = await orderOf(merchant, sessionId);
  expect(memberId).toBe("nora");
  const tracking = { number: "RR123456785IE" };
  const path = { orderId: id };
  dataOf(
    await merchant.client.PATCH("/v1/orders/{orderId}", {
      params: { path },
      body: { fulfilled: true, tracking },
    }),
  );
  await world.services.database.buyers.erase(merchant.store.id, { memberId: "nora" }, world.clock.now);
  const order = dataOf(await getOrder(merchant, id));
  expect(order.metadata).toEqual({});
  expect(order).toMatchObject({
    memberId: null,
    customerEmail: null,
    customerName: null,
    customerPhone: null,
    shippingAddress: null,
    tracking: null,
    fulfilledAt: new Date(world.clock.now).toISOString(),
    totals: { total: 2400 },
    payments: [{ amount: 2400 }],
  });
});

test("200 after its checkout session was deleted", async () => {
  const merchant = await world.merchant();
  const { id, checkoutSessionId } = await buy(merchant, { poster: 1 });
  world.clock.now += 401 * dayMs;
  await world.sweep();
  expect(await orderOf(merchant, checkoutSessionId)).toMatchObject({ id });
  expect(dataOf(await getOrder(merchant, id))).toMatchObject({ id, cartId: expect.stringMatching(/^cart_/) });
});

test("404 NOT_FOUND for another store's order, in the same words as for an unknown one", async () => {
  const [merchant, stranger] = [await world.merchant(), await world.merchant()];
  const { id } = await buy(merchant, { poster: 1 });
  const unknown = await getOrder(stranger, "order_unknown");
  const foreign = await getOrder(stranger, id);
  expect([answerOf(unknown), answerOf(foreign)]).toEqual(["404 NOT_FOUND", "404 NOT_FOUND"]);
  expect(foreign.error).toEqual(unknown.error);
});

testNotModified(world, async (merchant) => `/v1/orders/${(await buy(merchant, { font: 1 })).id}`);
testCommonRefusals(world, "getOrder");
testEveryResponse(world, "getOrder");

import { send, testEveryResponse } from "@counterpart/testing";
import { afterAll, expect, test } from "vitest";
import type { components } from "../../generated/types.ts";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import { onPaymentPage } from "../helpers/pay-page.ts";
import {
  answerOf,
  buy,
  cartWith,
  dataOf,
  openCheckout,
  orderOf,
  productId,
  readSession,
} from "../helpers/shopping.ts";
import { subscribe } from "../helpers/subscribing.ts";
import { type Merchant, sampleProducts, startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { global: 120 } });
afterAll(() => world.close());

type Body = components["schemas"]["CreateRefundRequest"];

/** A second later, so that refunds are in their order. */
function refund({ client }: Merchant, orderId: string, body: Body, key?: string) {
  world.clock.now += 1000;
  return client.POST("/v1/orders/{orderId}/refunds", {
    params: { path: { orderId } },
    body,
    ...(key && { headers: { "Idempotency-Key": key } }),
  });
}

const lineOf = (merchant: Merchant, reference: string, quantity: number) => ({
  productId: productId(merchant, reference),
  quantity,
});

const refundsAtProvider = () => world.stripe.events("refund.created").length;

test("200 with the refund and what it was for, and getOrder returns it", async () => {
  const merchant = await world.merchant();
  const order = await buy(merchant, { poster: 3, font: 1 });
  const lines = [lineOf(merchant, "poster", 2)];
  const refunded = dataOf(await refund(merchant, order.id, { lines }));
  expect(refunded).toEqual({
    ...order,
    status: "partially_refunded",
    payments: [{ ...order.payments[0], amountRefunded: 4800 }],
    refunds: [
      {
        id: expect.stringMatching(/^re_/),
        ...{ paymentId: order.payments[0]?.id, status: "succeeded", amount: 4800, currency: "eur" },
        ...{ lines: [{ ...lines[0], amount: 4800 }], shipping: 0, createdAt: expect.any(String) },
      },
    ],
  });
  await world.stripe.deliver();
  expect(await orderOf(merchant, order.checkoutSessionId)).toEqual(refunded);
});

test("200 for an amount, and for all that is left, which names no items", async () => {
  const merchant = await world.merchant();
  const { id } = await buy(merchant, { poster: 2 });
  dataOf(await refund(merchant, id, { amount: 1000 }));
  const { status, refunds } = dataOf(await refund(merchant, id, {}));
  expect(status).toBe("refunded");
  expect(refunds).toMatchObject([
    { amount: 1000, lines: [], shipping: 0 },
    { amount: 3800, lines: [], shipping: 0 },
  ]);
});

test("200 with the tax on top that each line had, and all lines and shipping are exactly what was paid", async () => {
  world.stripe.setTaxOrigin(undefined, "DE");
  const book = { taxCode: "txcd_35010000" };
  const products = sampleProducts.map((one) => (one.reference === "font" ? { ...one, ...book } : one));
  const merchant = await world.merchant({ tax: "exclusive" }, products);
  const { database, promotionCodes } = world.services;
  const { id: storeId, currency } = merchant.store;
  const rate = { name: "Post", priceInCents: 490, days: null, freeFromInCents: null, countries: null };
  await database.shippingRates.add({ storeId, currency }, rate);
  const terms = { code: "SEVEN", percentOff: 7, amountOffInCents: null, currency };
  const limits = { minimumInCents: null, maxRedemptions: null, expiresAt: null };
  const by = { kind: "command_line", id: "test" } as const;
  const { code } = await promotionCodes.create(merchant.store, { ...terms, ...limits }, { token: "7", by });
  const cartId = await cartWith(merchant, { poster: 3, font: 2 });
  const details = { shippingCountry: "DE", promotionCode: code };
  const { url } = dataOf(await openCheckout(merchant, cartId, details));
  await onPaymentPage(url, "pay", "ines@reader.example", { shipping_country: "DE" });
  const session = await readSession(merchant, url.slice(url.lastIndexOf("/") + 1));
  const order = await orderOf(merchant, session.id);
  // 19 percent on posters and shipping, 7 on the font, after a discount of 7 percent without shipping.
  const [posters, fonts, shipping] = [6696 + 1272, 9114 + 638, 490 + 93];
  expect(order.amounts).toMatchObject({ discount: 1190, total: posters + fonts + shipping });
  const refunds = [];
  for (const body of [
    { lines: [lineOf(merchant, "poster", 1)] },
    { lines: [lineOf(merchant, "font", 1)], shipping: true as const },
    { lines: [lineOf(merchant, "poster", 1)] },
    { lines: [lineOf(merchant, "poster", 1), lineOf(merchant, "font", 1)] },
  ]) {
    refunds.push(dataOf(await refund(merchant, order.id, body)).refunds.at(-1)?.amount);
  }
  expect(refunds).toEqual([posters / 3, fonts / 2 + shipping, posters / 3, posters / 3 + fonts / 2]);
  expect(await orderOf(merchant, session.id)).toMatchObject({
    status: "refunded",
    payments: [{ amount: order.amounts?.total, amountRefunded: order.amounts?.total }],
  });
});

test("200 once for one idempotency key, although the provider's response was lost", async () => {
  const merchant = await world.merchant();
  const { id } = await buy(merchant, { poster: 3 });
  const body = { lines: [lineOf(merchant, "poster", 1)] };
  const before = refundsAtProvider();
  world.stripe.fail({ how: "drop", when: "after", path: "/v1/refunds", method: "POST", requests: 2 });
  expect(answerOf(await refund(merchant, id, body, "one"))).toBe("500 INTERNAL_ERROR");
  const first = dataOf(await refund(merchant, id, body, "one"));
  expect(dataOf(await refund(merchant, id, body, "one"))).toEqual(first);
  expect([first.refunds.length, refundsAtProvider() - before]).toEqual([1, 1]);
  expect(dataOf(await refund(merchant, id, body, "two")).refunds).toHaveLength(2);
});

test("200 once for one idempotency key, of many requests at once", async () => {
  const merchant = await world.merchant();
  const { id, checkoutSessionId } = await buy(merchant, { poster: 3 });
  const body = { lines: [lineOf(merchant, "poster", 1)] };
  const all = await Promise.all(Array.from({ length: 5 }, () => refund(merchant, id, body, "one")));
  expect(all.map(answerOf).every((answer) => answer === "200" || answer === "409 CONFLICT")).toBe(true);
  expect((await orderOf(merchant, checkoutSessionId)).refunds).toHaveLength(1);
});

test("200 with items back in stock, which are no longer to be sent", async () => {
  const merchant = await world.merchant();
  const poster = productId(merchant, "poster");
  await world.services.database.stockLevels.change(
    { storeId: merchant.store.id, productId: poster },
    { to: 9 },
  );
  const { id } = await buy(merchant, { poster: 5 });
  const lines = [lineOf(merchant, "poster", 2)];
  expect(dataOf(await refund(merchant, id, { lines, restock: lines })).restocked).toEqual(lines);
  expect((await world.services.database.stockLevels.find(poster))?.quantity).toBe(6);
});

test("409 CONFLICT for more than is left, refunded by anyone", async () => {
  const merchant = await world.merchant();
  const { id } = await buy(merchant, { poster: 2 });
  const one = { lines: [lineOf(merchant, "poster", 1)] };
  dataOf(await refund(merchant, id, one, "one"));
  const refused = await refund(merchant, id, { lines: [lineOf(merchant, "poster", 2)] }, "two");
  expect(answerOf(refused)).toBe("409 CONFLICT");
  expect((refused.error as { details?: object[] }).details).toMatchObject([
    { pointer: "/lines/0/quantity", rule: "refundable", available: 1 },
  ]);
  expect(answerOf(await refund(merchant, id, { shipping: true }))).toBe("409 CONFLICT");
  dataOf(await refund(merchant, id, { amount: 2000 }, "three"));
  expect(answerOf(await refund(merchant, id, one, "four"))).toBe("409 CONFLICT");
  const again = await refund(merchant, id, one, "four");
  expect([answerOf(again), again.response.headers.get("Idempotent-Replayed")]).toEqual([
    "409 CONFLICT",
    "true",
  ]);
  expect(dataOf(await refund(merchant, id, {}, "five")).status).toBe("refunded");
});

test("200 for a renewal by its amount, and 409 CONFLICT by items", async () => {
  const merchant = await world.merchant();
  await subscribe(world, merchant, "ines");
  world.clock.now += 32 * 24 * 3_600_000;
  await world.stripe.advance(0);
  await world.stripe.deliver();
  const [order] = dataOf(await merchant.client.GET("/v1/orders"));
  const [first, renewal] = order?.payments ?? [];
  const lines = [{ productId: order?.lines[0]?.productId ?? "", quantity: 1 }];
  const id = order?.id ?? "";
  expect(answerOf(await refund(merchant, id, { lines, paymentId: renewal?.id ?? "" }))).toBe("409 CONFLICT");
  expect(answerOf(await refund(merchant, id, { amount: 100, paymentId: "pi_0" }))).toBe("404 NOT_FOUND");
  expect(
    dataOf(await refund(merchant, id, { amount: 100, paymentId: renewal?.id ?? "" })).refunds,
  ).toMatchObject([{ paymentId: renewal?.id, amount: 100, lines: [] }]);
  expect(dataOf(await refund(merchant, id, { lines })).refunds).toContainEqual(
    expect.objectContaining({ paymentId: first?.id, lines: [{ ...lines[0], amount: first?.amount }] }),
  );
});

test("404 NOT_FOUND for another store's order, which is unchanged", async () => {
  const [merchant, stranger] = [await world.merchant(), await world.merchant()];
  const order = await buy(merchant, { poster: 1 });
  expect(answerOf(await refund(stranger, order.id, { amount: 100 }))).toBe("404 NOT_FOUND");
  expect(await orderOf(merchant, order.checkoutSessionId)).toEqual(order);
});

test.each([
  ["no lines", { lines: [] }],
  ["a quantity of nothing", { lines: [{ productId: "prod_1", quantity: 0 }] }],
  ["an amount of nothing", { amount: 0 }],
  ["items and an amount", { lines: [{ productId: "prod_1", quantity: 1 }], amount: 100 }],
  ["shipping and an amount", { shipping: true, amount: 100 }],
])("400 VALIDATION_ERROR for %s", async (_, json) => {
  const { key } = await world.merchant();
  const { status, code } = await send(world, "POST", "/v1/orders/order_1/refunds", { key, json });
  expect([status, code]).toEqual([400, "VALIDATION_ERROR"]);
});

testCommonRefusals(world, "createRefund");
testEveryResponse(world, "createRefund");

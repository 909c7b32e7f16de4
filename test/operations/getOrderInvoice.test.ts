import { testEveryResponse } from "@counterpart/testing";
import { afterAll, expect, test } from "vitest";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import { testNotModified } from "../helpers/conditional-requests.ts";
import { answerOf, buy, dataOf } from "../helpers/shopping.ts";
import { type Merchant, startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { global: 60 } });
afterAll(() => world.close());

const withInvoices = () => world.merchant({ createsInvoices: true });

function getOrderInvoice({ client }: Merchant, orderId: string, paymentId?: string) {
  const query = paymentId === undefined ? {} : { paymentId };
  return client.GET("/v1/orders/{orderId}/invoice", { params: { path: { orderId }, query } });
}

test("200 the links as the provider has them now, and none is logged or stored", async () => {
  const merchant = await withInvoices();
  const { id } = await buy(merchant, { poster: 2 });
  const answer = await getOrderInvoice(merchant, id);
  const invoice = dataOf(answer);
  expect(invoice).toEqual({
    url: expect.stringContaining("/invoices/in_"),
    pdfUrl: expect.stringMatching(/\/invoices\/in_\w+\/pdf$/),
    number: expect.stringMatching(/-0001$/),
  });
  expect(answer.response.headers.get("Cache-Control")).toBe("no-store");
  expect(await (await fetch(invoice.url)).text()).toContain("Tide Poster");
  expect(world.logLines.join("")).not.toContain(new URL(invoice.url).pathname);
  const order = await world.services.database.orders.find({ storeId: merchant.store.id, orderId: id });
  expect(JSON.stringify(order)).not.toContain(invoice.url);
});

test("200 each invoice of a subscription, the first by default, whatever the store says", async () => {
  const merchant = await world.merchant();
  const { id } = await buy(merchant, { monthly: 1 });
  await world.stripe.deliver();
  world.clock.now += 32 * 86_400_000;
  await world.stripe.advance(0);
  await world.stripe.deliver();
  expect(dataOf(await getOrderInvoice(merchant, id)).number).toMatch(/-0001$/);
  const path = { orderId: id };
  const { payments } = dataOf(await merchant.client.GET("/v1/orders/{orderId}", { params: { path } }));
  const invoices = payments.map(async (one) => dataOf(await getOrderInvoice(merchant, id, one.id)).number);
  expect(await Promise.all(invoices)).toEqual([
    expect.stringMatching(/-0001$/),
    expect.stringMatching(/-0002$/),
  ]);
});

test("400 VALIDATION_ERROR for an empty payment", async () => {
  const merchant = await withInvoices();
  const { id } = await buy(merchant, { font: 1 });
  expect(answerOf(await getOrderInvoice(merchant, id, ""))).toBe("400 VALIDATION_ERROR");
});

test("404 NOT_FOUND for a payment of another order", async () => {
  const merchant = await withInvoices();
  const [one, other] = [await buy(merchant, { font: 1 }), await buy(merchant, { font: 1 })];
  const answer = await getOrderInvoice(merchant, one.id, other.payments[0]?.id);
  expect(answerOf(answer)).toBe("404 NOT_FOUND");
});

test("404 NOT_FOUND for an order without an invoice", async () => {
  const merchant = await world.merchant();
  const answer = await getOrderInvoice(merchant, (await buy(merchant, { font: 1 })).id);
  expect([answerOf(answer), answer.error?.error]).toEqual([
    "404 NOT_FOUND",
    "The order has no invoice, or none yet.",
  ]);
});

test("404 NOT_FOUND for another store's order, as for an unknown one", async () => {
  const [merchant, stranger] = [await withInvoices(), await withInvoices()];
  const { id } = await buy(merchant, { font: 1 });
  const foreign = await getOrderInvoice(stranger, id);
  const unknown = await getOrderInvoice(stranger, "order_1");
  expect([answerOf(foreign), foreign.error]).toEqual(["404 NOT_FOUND", unknown.error]);
});

testNotModified(world, async (merchant) => {
  await world.services.database.stores.update(merchant.store.slug, { createsInvoices: true });
  return `/v1/orders/${(await buy(merchant, { font: 1 })).id}/invoice`;
});
testCommonRefusals(world, "getOrderInvoice");
testEveryResponse(world, "getOrderInvoice");

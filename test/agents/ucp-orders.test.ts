import { afterAll, describe, expect, test } from "vitest";
import type { NewStore } from "../../server/database/queries/stores.ts";
import { grantToken, ines } from "../helpers/agent-shop.ts";
import { buy, dataOf, orderOf, productId } from "../helpers/shopping.ts";
import { galwayHome, platformProfile, shippedTo, startUcpShop } from "../helpers/ucp-shop.ts";
import { type Merchant, startWorld } from "../helpers/world.ts";

const world = await startWorld();
const shop = await startUcpShop(world);
afterAll(async () => {
  await shop.close();
  await world.close();
});

const { database } = world.services;

const selling = (changes: Partial<NewStore> = {}) =>
  world.merchant({ sellsThrough: ["ucp"], successUrl: "https://shop.example/thanks", ...changes });

/** A purchase by an agent, as the merchant sees its order. */
async function bought(merchant: Merchant, quantities: Record<string, number>, more: object = {}) {
  const line_items = Object.entries(quantities).map(([reference, quantity]) => ({
    item: { id: productId(merchant, reference) },
    quantity,
  }));
  const agent = shop.agent(merchant);
  const created = await agent.create({ line_items, buyer: ines, ...shippedTo(), ...more });
  const paid = await agent.complete(created.body.id ?? "", await grantToken(world));
  expect(paid.body.status).toBe("completed");
  return orderOf(merchant, created.body.id ?? "");
}

const line = (merchant: Merchant, reference: string, quantity: number) => ({
  id: productId(merchant, reference),
  quantity,
});

describe("an order", () => {
  test("200 as it was bought, with its amounts and what the buyer can expect", async () => {
    const merchant = await selling();
    const rate = { name: "Standard", priceInCents: 500, countries: null, days: null, freeFromInCents: null };
    await database.shippingRates.add({ storeId: merchant.store.id, currency: "eur" }, rate);
    const order = await bought(merchant, { poster: 2, font: 1 });
    const { status, body } = await shop.agent(merchant).order(order.id);
    expect(status).toBe(200);
    const { id: _, ...address } = galwayHome;
    expect(body).toEqual({
      ucp: {
        version: "2026-04-08",
        status: "success",
        capabilities: { "dev.ucp.shopping.order": [{ version: "2026-04-08" }] },
      },
      ...{ id: order.id, label: String(order.number), checkout_id: order.checkoutSessionId },
      permalink_url: `https://shop.example/thanks?session_id=${order.checkoutSessionId}`,
      line_items: [
        {
          id: productId(merchant, "poster"),
          item: { id: productId(merchant, "poster"), title: order.lines[0]?.name, price: 2400 },
          quantity: { original: 2, total: 2, fulfilled: 0 },
          totals: [
            { type: "subtotal", display_text: "Subtotal", amount: 4800 },
            { type: "total", display_text: "Total", amount: 4800 },
          ],
          status: "processing",
        },
        {
          id: productId(merchant, "font"),
          item: { id: productId(merchant, "font"), title: order.lines[1]?.name, price: 4900 },
          quantity: { original: 1, total: 1, fulfilled: 1 },
          totals: [
            { type: "subtotal", display_text: "Subtotal", amount: 4900 },
            { type: "total", display_text: "Total", amount: 4900 },
          ],
          status: "fulfilled",
        },
      ],
      fulfillment: {
        expectations: [
          {
            ...{ id: "shipping", method_type: "shipping", line_items: [line(merchant, "poster", 2)] },
            ...{ destination: address, description: "Standard" },
          },
          {
            ...{ id: "digital", method_type: "digital", line_items: [line(merchant, "font", 1)] },
            destination: {},
          },
        ],
        events: [],
      },
      ...{ adjustments: [], currency: "EUR", messages: [] },
      totals: [
        { type: "subtotal", display_text: "Subtotal", amount: 9700 },
        { type: "fulfillment", display_text: "Standard", amount: 500 },
        { type: "total", display_text: "Total", amount: 10_200 },
      ],
    });
  });

  test("a discount is spread over its lines, and a tax that prices include is a note", async () => {
    world.stripe.setTaxOrigin(undefined, "IE");
    const merchant = await selling({ tax: "inclusive" });
    const terms = { code: "AUTUMN10", currency: "eur", percentOff: 10, amountOffInCents: null };
    const rest = { minimumInCents: null, maxRedemptions: null, expiresAt: null };
    const by = { kind: "command_line", id: "tests" } as const;
    await world.services.promotionCodes.create(
      merchant.store,
      { ...terms, ...rest },
      { token: "autumn", by },
    );
    const order = await bought(merchant, { poster: 1, notebook: 1 }, { discounts: { codes: ["AUTUMN10"] } });
    const { body } = await shop.agent(merchant).order(order.id);
    const parts = (body.line_items ?? []).flatMap(({ totals }) =>
      totals.filter(({ type }) => type === "items_discount"),
    );
    expect(parts.map(({ amount }) => amount)).toEqual([-240, -125]);
    expect(body.messages?.map(({ code }) => code)).toEqual(["tax_included"]);
    const amounts = (body.totals ?? []).filter(({ type }) => type !== "total");
    expect(amounts.map(({ type }) => type)).toEqual(["subtotal", "items_discount"]);
    expect(amounts.reduce((sum, { amount }) => sum + amount, 0)).toBe(order.amounts?.total);
  });

  test("parcels are events, and refunds, returns and disputes adjustments, oldest first", async () => {
    const merchant = await selling();
    const order = await bought(merchant, { poster: 3 });
    const { client } = merchant;
    const path = { orderId: order.id };
    const lines = (quantity: number) => [{ productId: productId(merchant, "poster"), quantity }];
    const tracking = { carrier: "An Post", number: "RA123456785IE", url: "https://carrier.example/1" };
    world.clock.now += 1000;
    const sent = await client.POST("/v1/orders/{orderId}/parcels", {
      params: { path },
      body: { lines: lines(2), tracking },
    });
    const agent = shop.agent(merchant);
    expect((await agent.order(order.id)).body).toMatchObject({
      line_items: [{ quantity: { original: 3, total: 3, fulfilled: 2 }, status: "partial" }],
      fulfillment: {
        events: [
          {
            ...{ id: dataOf(sent).parcels?.[0]?.id, type: "shipped" },
            occurred_at: new Date(world.clock.now).toISOString(),
            line_items: [line(merchant, "poster", 2)],
            ...{ carrier: "An Post", tracking_number: tracking.number, tracking_url: tracking.url },
          },
        ],
      },
    });

    world.clock.now += 1000;
    const paymentId = order.payments[0]?.id ?? "";
    const { id: refundId } = await world.stripe.refund(paymentId, 1000);
    await world.stripe.deliver();
    world.clock.now += 1000;
    const returned = await client.POST("/v1/orders/{orderId}/returns", {
      params: { path },
      body: { lines: lines(1), reason: "Only for the merchant" },
    });
    const returnId = dataOf(returned).returns?.[0]?.id ?? "";
    const adjustments = async () => (await agent.order(order.id)).body.adjustments;
    const refund = { id: refundId, type: "refund", status: "completed", totals: [{ amount: -1000 }] };
    const back = { id: returnId, type: "return", line_items: [line(merchant, "poster", -1)] };
    expect(await adjustments()).toMatchObject([refund, { ...back, status: "pending" }]);
    expect(JSON.stringify(await adjustments())).not.toContain("Only for the merchant");

    dataOf(
      await client.PATCH("/v1/orders/{orderId}/returns/{returnId}", {
        params: { path: { orderId: order.id, returnId } },
        body: { received: true },
      }),
    );
    world.clock.now += 1000;
    const { id: disputeId } = await world.stripe.dispute(paymentId, "product_not_received", { amount: 500 });
    await world.stripe.deliver();
    const dispute = { id: disputeId, type: "dispute", totals: [{ amount: -500 }] };
    const { body } = await agent.order(order.id);
    expect(body).toMatchObject({
      line_items: [{ quantity: { original: 3, total: 2, fulfilled: 2 }, status: "fulfilled" }],
      adjustments: [refund, { ...back, status: "completed" }, { ...dispute, status: "pending" }],
    });
    await world.stripe.changeDispute(disputeId, "won");
    await world.stripe.deliver();
    expect((await adjustments())?.at(-1)).toMatchObject({ ...dispute, status: "failed" });
    world.clock.now += 1000;
    const second = await world.stripe.dispute(paymentId, "fraudulent", { amount: 500 });
    await world.stripe.changeDispute(second.id, "lost");
    await world.stripe.deliver();
    expect((await adjustments())?.at(-1)).toMatchObject({ id: second.id, status: "completed" });
  });
});

describe("200 that there is no such order", () => {
  const none = {
    status: 200,
    body: {
      ucp: { version: "2026-04-08", status: "error" },
      messages: [{ type: "error", code: "not_found", content: "No such order.", severity: "unrecoverable" }],
    },
  };
  const answerOf = async (key: Pick<Merchant, "key">, id: string) => {
    const { status, body } = await shop.agent(key).order(id);
    return { status, body };
  };

  test("for another key of the store, another store, and an unknown id", async () => {
    const merchant = await selling();
    const order = await bought(merchant, { font: 1 });
    const other = await database.keys.create({
      ...{ storeId: merchant.store.id, label: "Another", scopes: ["agent"] },
    });
    expect(await answerOf(merchant, order.id)).toMatchObject({ status: 200, body: { id: order.id } });
    expect(await answerOf(other, order.id)).toEqual(none);
    expect(await answerOf(await selling(), order.id)).toEqual(none);
    expect(await answerOf(merchant, "order_unknown")).toEqual(none);
  });

  test("for what a person bought, even if the key may list all orders", async () => {
    const merchant = await selling();
    const order = await buy(merchant, { font: 1 });
    expect(await answerOf(merchant, order.id)).toEqual(none);
  });
});

describe("negotiation", () => {
  const { ucp } = platformProfile;
  const offering = (path: string, names: string[]) => {
    const capabilities = Object.fromEntries(names.map((name) => [name, [{ version: ucp.version }]]));
    const body = JSON.stringify({ ucp: { ...ucp, capabilities } });
    shop.platform.pages.set(path, { status: 200, body });
    return { "UCP-Agent": `profile="${shop.platform.url}${path}"` };
  };

  test("a platform that only has orders reads them, and one without them gets no order", async () => {
    const merchant = await selling();
    const order = await bought(merchant, { font: 1 });
    const agent = shop.agent(merchant);
    const reader = offering("/orders-only", ["dev.ucp.shopping.order"]);
    expect((await agent.order(order.id, reader)).body.id).toBe(order.id);
    expect((await agent.read(order.checkoutSessionId, reader)).body).toMatchObject({
      messages: [{ code: "capabilities_incompatible" }],
    });
    const buyer = offering("/checkout-only", ["dev.ucp.shopping.checkout"]);
    expect((await agent.order(order.id, buyer)).body).toMatchObject({
      messages: [{ code: "capabilities_incompatible" }],
    });
  });

  test("403 once the store doesn't sell through UCP", async () => {
    const merchant = await selling({ sellsThrough: ["acp"] });
    expect(await shop.agent(merchant).order("order_unknown")).toMatchObject({
      ...{ status: 403, body: { code: "forbidden" } },
    });
  });
});

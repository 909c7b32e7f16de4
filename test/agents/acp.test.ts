import { afterAll, describe, expect, test } from "vitest";
import type { NewStore } from "../../server/database/queries/stores.ts";
import { type AgentAnswer, galway, grantToken, ines, startAgentShop } from "../helpers/agent-shop.ts";
import { dataOf, orderOf, productId } from "../helpers/shopping.ts";
import { blankProduct, type Merchant, startWorld } from "../helpers/world.ts";

const world = await startWorld();
const shop = await startAgentShop(world);
afterAll(async () => {
  await shop.close();
  await world.close();
});

const { database } = world.services;

const selling = (changes: Partial<NewStore> = {}) =>
  world.merchant({ sellsThrough: ["acp"], returnPolicyUrl: "https://shop.example/returns", ...changes });

function wanted(merchant: Merchant, quantities: Record<string, number>) {
  return {
    currency: "eur",
    capabilities: {},
    line_items: Object.entries(quantities).map(([reference, quantity]) => ({
      id: productId(merchant, reference),
      quantity,
    })),
  };
}

const complete = { buyer: ines, fulfillment_details: galway };

async function ready(merchant: Merchant, quantities: Record<string, number>, more: object = {}) {
  const { status, body } = await shop
    .agent(merchant)
    .create({ ...wanted(merchant, quantities), ...complete, ...more });
  expect(status).toBe(201);
  return { id: body.id ?? "", body };
}

const total = ({ totals = [] }: AgentAnswer) => totals.find(({ type }) => type === "total")?.amount;
const codes = ({ messages = [] }: AgentAnswer) =>
  messages.map((message) => ("code" in message ? message.code : message.type));

function addRate({ store }: Merchant, name: string, priceInCents: number, countries: string[] | null = null) {
  const rate = { name, priceInCents, countries, days: { min: 2, max: 4 }, freeFromInCents: null };
  return database.shippingRates.add({ storeId: store.id, currency: store.currency }, rate);
}

function setStock(merchant: Merchant, reference: string, to: number) {
  return database.stockLevels.change(
    { storeId: merchant.store.id, productId: productId(merchant, reference) },
    { to },
  );
}

const stockOf = (merchant: Merchant, reference: string) =>
  database.stockLevels.find(productId(merchant, reference));

describe("a purchase", () => {
  test("201 says what is missing, then the session is ready, paid, and has the same order as any other", async () => {
    const merchant = await selling();
    await addRate(merchant, "Standard", 500);
    const agent = shop.agent(merchant);
    const created = await agent.create(wanted(merchant, { poster: 2, font: 1 }));
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ status: "not_ready_for_payment", currency: "eur" });
    expect(codes(created.body)).toEqual(["missing", "missing"]);
    const id = created.body.id ?? "";
    const updated = await agent.update(id, complete);
    expect(updated.body).toMatchObject({
      status: "ready_for_payment",
      messages: [],
      links: [{ type: "return_policy", url: "https://shop.example/returns" }],
      fulfillment_options: [{ type: "shipping", title: "Standard" }],
    });
    expect(total(updated.body)).toBe(2 * 2400 + 4900 + 500);
    const token = await grantToken(world, { maxAmount: 10_200 });
    const paid = await agent.complete(id, token);
    expect(paid.status).toBe(200);
    expect(paid.body).toMatchObject({ status: "completed", order: { type: "order", status: "confirmed" } });
    const order = await orderOf(merchant, id);
    expect(order).toMatchObject({
      status: "paid",
      customerEmail: ines.email,
      customerName: "Ines Duarte",
      shippingAddress: { line1: "7 Quay Street", country: "IE" },
      amounts: { subtotal: 9700, discount: 0, shipping: 500, tax: 0, total: 10_200 },
      shippingRate: { name: "Standard" },
    });
    expect(paid.body.order?.id).toBe(order.id);
    expect(order.payments.map(({ amount }) => amount)).toEqual([10_200]);
    const [stored] = (await database.orders.list({ storeId: merchant.store.id }))?.orders ?? [];
    expect(stored?.agent).toMatch(/^key_/);
  });

  test("200 the same order when it is completed again, and the card is charged once", async () => {
    const merchant = await selling();
    const agent = shop.agent(merchant);
    const { id } = await ready(merchant, { poster: 1 });
    const token = await grantToken(world);
    const key = { "Idempotency-Key": "one-completion" };
    const [first, replayed] = [await agent.complete(id, token, key), await agent.complete(id, token, key)];
    expect(replayed.headers.get("Idempotent-Replayed")).toBe("true");
    expect(replayed.body).toEqual(first.body);
    const again = await agent.complete(id, await grantToken(world));
    expect(again.body.order?.id).toBe(first.body.order?.id);
    expect(dataOf(await merchant.client.GET("/v1/orders", {})).length).toBe(1);
    const confirmed = world.stripe.requests().filter(({ path }) => path.endsWith("/confirm"));
    expect(confirmed.length).toBe(2);
  });
});

describe("what isn't paid", () => {
  test("out of stock is a message, and stock is held while the session is open, then given back", async () => {
    const merchant = await selling();
    await setStock(merchant, "poster", 3);
    const agent = shop.agent(merchant);
    const { id } = await ready(merchant, { poster: 2 });
    expect(await stockOf(merchant, "poster")).toEqual({ quantity: 3, reserved: 2 });
    const other = await ready(merchant, { poster: 2 });
    expect(other.body.status).toBe("not_ready_for_payment");
    expect(codes(other.body)).toEqual(["out_of_stock"]);
    const refused = await agent.complete(other.id, await grantToken(world));
    expect(refused).toMatchObject({
      status: 400,
      body: { type: "invalid_request", code: "out_of_stock", param: "$.line_items[0]" },
    });
    const canceled = await agent.cancel(id);
    expect(canceled).toMatchObject({ status: 200, body: { status: "canceled" } });
    expect(await stockOf(merchant, "poster")).toEqual({ quantity: 3, reserved: 0 });
    expect(await agent.cancel(id)).toMatchObject({ status: 405, body: { code: "not_cancelable" } });
    expect((await agent.read(other.id)).body.status).toBe("ready_for_payment");
    expect(await stockOf(merchant, "poster")).toEqual({ quantity: 3, reserved: 2 });
    const paid = await agent.complete(other.id, await grantToken(world));
    expect(paid.status).toBe(200);
    expect(await stockOf(merchant, "poster")).toEqual({ quantity: 1, reserved: 0 });
  });

  test("an expired session gives its stock back", async () => {
    const merchant = await selling();
    await setStock(merchant, "poster", 1);
    const { id } = await ready(merchant, { poster: 1 });
    world.clock.now += 40 * 60_000;
    await world.sweep();
    expect(await stockOf(merchant, "poster")).toEqual({ quantity: 1, reserved: 0 });
    expect((await shop.agent(merchant).read(id)).body.status).toBe("expired");
    const late = await shop.agent(merchant).complete(id, await grantToken(world));
    expect(late).toMatchObject({ status: 400, body: { code: "session_ended" } });
  });

  test("402 for a declined card, and the session can be paid with another one", async () => {
    const merchant = await selling();
    const agent = shop.agent(merchant);
    const { id } = await ready(merchant, { poster: 1 });
    const declined = await agent.complete(
      id,
      await grantToken(world, { method: "pm_card_visa_chargeDeclined" }),
    );
    expect(declined).toMatchObject({ status: 402, body: { code: "payment_declined" } });
    const asking = await agent.complete(
      id,
      await grantToken(world, { method: "pm_card_authenticationRequired" }),
    );
    expect(asking).toMatchObject({ status: 400, body: { code: "requires_3ds" } });
    const small = await agent.complete(id, await grantToken(world, { maxAmount: 2399 }));
    expect(small).toMatchObject({ status: 402, body: { code: "payment_declined" } });
    expect((await agent.complete(id, "spt_unknown_token")).status).toBe(402);
    expect((await agent.read(id)).body.status).toBe("ready_for_payment");
    expect((await agent.complete(id, await grantToken(world))).status).toBe(200);
    expect(world.logLines.join("\n")).not.toMatch(/spt_|Quay Street/);
  });

  test("a price that changed is shown before it is charged", async () => {
    const merchant = await selling();
    const agent = shop.agent(merchant);
    const { id } = await ready(merchant, { notebook: 1 });
    const [product] = (await database.products.listAll(merchant.store.id)).filter(
      ({ reference }) => reference === "notebook",
    );
    await database.products.import(merchant.store.id, [{ ...product, priceInCents: 1300 } as never]);
    const refused = await agent.complete(id, await grantToken(world));
    expect(refused).toMatchObject({ status: 400, body: { code: "price_change" } });
    const read = await agent.read(id);
    expect(total(read.body)).toBe(1300);
    expect((await agent.complete(id, await grantToken(world))).body.order?.totals).toContainEqual(
      expect.objectContaining({ type: "total", amount: 1300 }),
    );
  });

  test("unsold products, foreign countries and subscriptions are messages", async () => {
    const merchant = await selling({ shipsTo: ["gb"] });
    const { body } = await ready(merchant, { retired: 1, poster: 1, monthly: 1 });
    expect(body.status).toBe("not_ready_for_payment");
    expect(codes(body)).toEqual(["not_found", "unsupported", "region_restricted"]);
  });

  test("400 for more than 100 products, and a product that is listed often is one line", async () => {
    const merchant = await selling();
    const agent = shop.agent(merchant);
    const start = { currency: "eur", capabilities: {} };
    const items = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `prod_${n}` }));
    const refused = await agent.create({ ...start, line_items: items(101) });
    expect(refused).toMatchObject({ status: 400, body: { code: "maximum_exceeded", param: "$.line_items" } });
    const { status, body } = await agent.create({ ...start, line_items: items(100) });
    expect([status, body.line_items?.length]).toEqual([201, 100]);
    const often = Array(150).fill({ id: productId(merchant, "poster") });
    const changed = await agent.update(body.id ?? "", { line_items: often });
    expect(changed.body.line_items).toMatchObject([{ quantity: 150 }]);
    expect((await agent.update(body.id ?? "", { line_items: items(101) })).status).toBe(400);
  });

  test("empty names and phone numbers are those that weren't given", async () => {
    const merchant = await selling();
    const agent = shop.agent(merchant);
    const { address } = galway;
    const unnamed = {
      buyer: { email: ines.email, full_name: " ", phone_number: "" },
      fulfillment_details: { name: "", address: { ...address, name: " " } },
    };
    const shipped = await agent.create({ ...wanted(merchant, { poster: 1 }), ...unnamed });
    expect(codes(shipped.body)).toEqual(["missing"]);
    const { body } = await agent.create({ ...wanted(merchant, { font: 1 }), ...unnamed });
    expect((await agent.complete(body.id ?? "", await grantToken(world))).status).toBe(200);
    const order = await orderOf(merchant, body.id ?? "");
    expect(order).toMatchObject({ customerName: null, customerPhone: null, shippingAddress: { name: null } });
  });

  test("at most 10 codes are looked at, and as many as can't be bought at once hold no stock", async () => {
    const merchant = await selling();
    await setStock(merchant, "poster", 5000);
    const sent = Array.from({ length: 12 }, (_, at) => `CODE${at}`);
    const {
      line_items: [line],
    } = wanted(merchant, { poster: 999 });
    const { body } = await ready(merchant, {}, { line_items: [line, line], discounts: { codes: sent } });
    expect(body.discounts?.rejected?.map(({ code }) => code)).toEqual(sent.slice(0, 11));
    expect(codes(body)[0]).toBe("quantity_exceeded");
    expect(body.line_items).toMatchObject([{ quantity: 1000 }]);
    expect(await stockOf(merchant, "poster")).toEqual({ quantity: 5000, reserved: 0 });
  });

  test("400 for a token that can't be one, unless the session is paid", async () => {
    const merchant = await selling();
    const agent = shop.agent(merchant);
    const [{ id }, paid] = [await ready(merchant, { poster: 1 }), await ready(merchant, { poster: 1 })];
    const { body } = await agent.complete(paid.id, await grantToken(world));
    for (const token of ["", "x".repeat(256), "spt_\0"]) {
      const refused = await agent.complete(id, token);
      expect(refused, token).toMatchObject({ status: 400, body: { code: "unsupported_payment" } });
      const again = await agent.complete(paid.id, token);
      expect(again, token).toMatchObject({ status: 200, body: { order: { id: body.order?.id } } });
    }
  });

  test("400 for a purchase order, unless the session is paid", async () => {
    const merchant = await selling();
    const { id } = await ready(merchant, { poster: 1 });
    const json = { payment_data: { purchase_order_number: "PO-2026-17" } };
    const order = () => shop.send("POST", `/checkout_sessions/${id}/complete`, { key: merchant.key, json });
    expect(await order()).toMatchObject({
      ...{ status: 400, body: { code: "unsupported_payment", param: "$.payment_data" } },
    });
    const paid = await shop.agent(merchant).complete(id, await grantToken(world));
    expect(await order()).toMatchObject({ status: 200, body: { order: { id: paid.body.order?.id } } });
  });

  test("an email that the format allows and an address can't have isn't kept", async () => {
    const merchant = await selling();
    const email = `${"a".repeat(60)}@${"b.".repeat(100)}example`;
    const { body } = await ready(merchant, { poster: 1 }, { buyer: { ...ines, email } });
    expect(codes(body)).toEqual(["invalid"]);
    expect(body).not.toHaveProperty("buyer");
  });
});

describe("amounts", () => {
  test("the tax is the provider's calculation, and is what is charged", async () => {
    world.stripe.setTaxOrigin(undefined, "IE");
    const merchant = await selling({ tax: "exclusive" });
    await addRate(merchant, "Standard", 500);
    const agent = shop.agent(merchant);
    const { id, body } = await ready(merchant, { poster: 3 });
    const expected = 7200 + 500;
    expect(total(body)).toBe(expected + Math.round(7200 * 0.23) + Math.round(500 * 0.23));
    const paid = await agent.complete(id, await grantToken(world));
    expect(paid.status).toBe(200);
    const order = await orderOf(merchant, id);
    expect(order.amounts?.total).toBe(total(body));
    expect(order.payments[0]?.amount).toBe(total(body));
    expect(
      await database.paymentDifferences.ofOrder({ storeId: merchant.store.id, orderId: order.id }),
    ).toEqual([]);
  });

  test.each([1, 11])(
    "a refund of items has the tax of its line, beside %s books without tax",
    async (books) => {
      world.stripe.setTaxOrigin(undefined, "IE");
      const book = {
        ...blankProduct,
        type: "physical" as const,
        priceInCents: 2400,
        taxCode: "txcd_35010000",
      };
      const references = Array.from({ length: books }, (_, n) => `book-${n}`);
      const merchant = await world.merchant(
        { sellsThrough: ["acp"], returnPolicyUrl: "https://shop.example/returns", tax: "exclusive" },
        [...references, "poster"].map((reference) => ({
          ...{ ...book, reference, name: reference },
          ...(reference === "poster" && { taxCode: null }),
        })),
      );
      await addRate(merchant, "Standard", 500);
      const wantedLines = Object.fromEntries([...references, "poster"].map((reference) => [reference, 1]));
      const { id } = await ready(merchant, { ...wantedLines, poster: 2 });
      expect((await shop.agent(merchant).complete(id, await grantToken(world))).status).toBe(200);
      const order = await orderOf(merchant, id);
      const [address, by] = [
        { storeId: merchant.store.id, orderId: order.id },
        { kind: "person", id: "usr_ann" } as const,
      ];
      const refund = async (lines: string[], shipping = false) => {
        const content = {
          lines: lines.map((reference) => ({ productId: productId(merchant, reference), quantity: 1 })),
          shipping,
        };
        return (await world.services.refundOrder(address, { content }, by))?.amount;
      };
      const posters = [await refund(["poster"]), await refund(["poster"])];
      expect(posters).toEqual([2952, 2952]);
      expect(await refund(references)).toBe(2400 * books);
      expect(await refund([], true)).toBe(615);
      expect(await orderOf(merchant, id)).toMatchObject({ status: "refunded" });
    },
  );

  test("an address without a tax location is a message", async () => {
    world.stripe.setTaxOrigin(undefined, "IE");
    const merchant = await selling({ tax: "inclusive" });
    const address = { ...galway.address, country: "US", state: "CA", postal_code: "" };
    const { body } = await ready(merchant, { poster: 1 }, { fulfillment_details: { name: "Ines", address } });
    expect(body.status).toBe("not_ready_for_payment");
    expect(body.messages).toMatchObject([{ code: "invalid", param: "$.fulfillment_details.address" }]);
  });

  test("400 for a sum that the provider doesn't take, and the session stays open", async () => {
    const merchant = await selling();
    const [product] = await database.products.listAll(merchant.store.id);
    await database.products.import(merchant.store.id, [
      { ...product, reference: "cheap", priceInCents: 20 } as never,
    ]);
    const all = await database.products.listAll(merchant.store.id);
    const id = all.find(({ reference }) => reference === "cheap")?._id;
    const session = await ready(merchant, {}, { line_items: [{ id }] });
    const refused = await shop.agent(merchant).complete(session.id, await grantToken(world));
    expect(refused).toMatchObject({ status: 400, body: { code: "invalid" } });
    expect((await shop.agent(merchant).read(session.id)).body.status).toBe("ready_for_payment");
  });

  test("a promotion code reduces the total, and others are rejected with the reason", async () => {
    const merchant = await selling();
    const terms = { code: "WINTER10", currency: "eur", percentOff: 10, amountOffInCents: null };
    const rest = { minimumInCents: null, maxRedemptions: null, expiresAt: null };
    const by = { kind: "command_line", id: "tests" } as const;
    await world.services.promotionCodes.create(
      merchant.store,
      { ...terms, ...rest },
      { token: "winter", by },
    );
    const { id, body } = await ready(merchant, { poster: 1 }, { discounts: { codes: ["winter10", "NOPE"] } });
    expect(total(body)).toBe(2160);
    expect(body.discounts).toMatchObject({
      applied: [{ code: "WINTER10", amount: 240 }],
      rejected: [{ code: "NOPE", reason: "discount_code_combination_disallowed" }],
    });
    const paid = await shop.agent(merchant).complete(id, await grantToken(world));
    expect(paid.status).toBe(200);
    const order = await orderOf(merchant, id);
    expect(order.amounts).toMatchObject({ discount: 240, total: 2160 });
    expect(
      await database.paymentDifferences.ofOrder({ storeId: merchant.store.id, orderId: order.id }),
    ).toEqual([]);
  });

  test("an item that is listed twice is two", async () => {
    const merchant = await selling();
    const id = productId(merchant, "font");
    const { body } = await ready(merchant, {}, { line_items: [{ id }, { id }] });
    expect(body.line_items).toMatchObject([{ quantity: 2 }]);
    expect(total(body)).toBe(9800);
  });

  test("a percentage that is rounded to whole krónur is no difference", async () => {
    const krona = { ...blankProduct, currency: "isk", name: "Tide Poster", priceInCents: 12_300 };
    const merchant = await world.merchant({ sellsThrough: ["acp"], currency: "isk" }, [
      { ...krona, reference: "poster", type: "physical" },
    ]);
    const terms = { code: "EIGHTH", currency: "isk", percentOff: 12.5, amountOffInCents: null };
    const rest = { minimumInCents: null, maxRedemptions: null, expiresAt: null };
    const by = { kind: "command_line", id: "tests" } as const;
    await world.services.promotionCodes.create(
      merchant.store,
      { ...terms, ...rest },
      { token: "eighth", by },
    );
    const more = { currency: "isk", discounts: { codes: ["EIGHTH"] } };
    const { id, body } = await ready(merchant, { poster: 1 }, more);
    expect(total(body)).toBe(10_800);
    const paid = await shop.agent(merchant).complete(id, await grantToken(world, { currency: "isk" }));
    expect(paid.status).toBe(200);
    const order = await orderOf(merchant, id);
    expect(
      await database.paymentDifferences.ofOrder({ storeId: merchant.store.id, orderId: order.id }),
    ).toEqual([]);
  });
});

describe("who may", () => {
  test("403 unless the store sells through agents", async () => {
    const merchant = await world.merchant();
    const { status, body } = await shop.agent(merchant).create(wanted(merchant, { poster: 1 }));
    expect({ status, code: body.code }).toEqual({ status: 403, code: "forbidden" });
  });

  test("404 for another agent's session", async () => {
    const merchant = await selling();
    const { id } = await ready(merchant, { poster: 1 });
    const { key } = await database.keys.create({
      storeId: merchant.store.id,
      label: "Other",
      scopes: ["agent"],
    } as never);
    const other = shop.agent({ key } as never);
    expect((await other.read(id)).status).toBe(404);
    expect((await other.complete(id, await grantToken(world))).status).toBe(404);
    expect((await other.cancel(id)).status).toBe(404);
  });

  test.each([
    ["another version", { "API-Version": "2025-09-29" }, 400, "unsupported_api_version"],
    ["no version", { "API-Version": "" }, 400, "unsupported_api_version"],
    ["no key", { Authorization: "" }, 401, "unauthorized"],
  ])("%s is refused", async (_, headers, status, code) => {
    const merchant = await selling();
    const response = await shop.agent(merchant).create(wanted(merchant, { poster: 1 }), headers);
    expect({ status: response.status, code: response.body.code }).toEqual({ status, code });
  });

  test("the idempotency key is required, and belongs to one request", async () => {
    const merchant = await selling();
    const agent = shop.agent(merchant);
    const json = wanted(merchant, { poster: 1 });
    const headers = { Authorization: `Bearer ${merchant.key}`, "API-Version": "2026-04-17" };
    const without = await fetch(`${shop.url}/checkout_sessions`, {
      ...{ method: "POST", body: JSON.stringify(json) },
      headers: { ...headers, "Content-Type": "application/json" },
    });
    expect([without.status, await without.json()]).toMatchObject([400, { code: "idempotency_key_required" }]);
    const key = { "Idempotency-Key": "same" };
    expect((await agent.create(json, key)).headers.get("Idempotency-Key")).toBe("same");
    const other = await agent.create(wanted(merchant, { poster: 2 }), key);
    expect([other.status, other.body.code]).toEqual([422, "idempotency_conflict"]);
  });
});

describe("many agents", () => {
  test("sell no more than there is, and each sale is paid once", async () => {
    const merchant = await selling();
    await setStock(merchant, "poster", 5);
    const agent = shop.agent(merchant);
    const bought = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { id } = await ready(merchant, { poster: 1 });
        // Each sends its completion twice, with different keys.
        const both = await Promise.all([0, 1].map(async () => agent.complete(id, await grantToken(world))));
        return both.some(({ status }) => status === 200);
      }),
    );
    expect(bought.filter(Boolean).length).toBe(5);
    const orders = dataOf(await merchant.client.GET("/v1/orders", {}));
    expect(orders.map(({ payments }) => payments.length)).toEqual([1, 1, 1, 1, 1]);
    expect(await stockOf(merchant, "poster")).toEqual({ quantity: 0, reserved: 0 });
  });
});

describe("when a process dies", () => {
  test("a payment that was confirmed becomes an order, and one that wasn't is charged once", async () => {
    const merchant = await selling();
    const agent = shop.agent(merchant);
    const { id } = await ready(merchant, { poster: 1 });
    // The answer to the confirmation is lost.
    world.stripe.fail({ path: "/v1/payment_intents/", how: "drop", when: "after", requests: 2 });
    const lost = await agent.complete(id, await grantToken(world));
    expect(lost.status).toBeGreaterThanOrEqual(500);
    expect((await agent.read(id)).body.status).toBe("completed");
    expect((await orderOf(merchant, id)).payments.length).toBe(1);
    const again = await agent.complete(id, await grantToken(world));
    expect(again.status).toBe(200);
    expect((await orderOf(merchant, id)).payments.length).toBe(1);
  });
});

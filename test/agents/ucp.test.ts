import { randomUUID } from "node:crypto";
import { unavailable } from "@counterpart/server/errors";
import { afterAll, describe, expect, test } from "vitest";
import type { NewStore } from "../../server/database/queries/stores.ts";
import { grantToken, ines } from "../helpers/agent-shop.ts";
import { dataOf, orderOf, productId } from "../helpers/shopping.ts";
import {
  galwayHome,
  paidWith,
  platformProfile,
  shippedTo,
  startUcpShop,
  type UcpAnswer,
} from "../helpers/ucp-shop.ts";
import { type Merchant, startWorld } from "../helpers/world.ts";

const world = await startWorld();
const shop = await startUcpShop(world);
afterAll(async () => {
  await shop.close();
  await world.close();
});

const { database } = world.services;

const selling = (changes: Partial<NewStore> = {}) =>
  world.merchant({ sellsThrough: ["ucp"], returnPolicyUrl: "https://shop.example/returns", ...changes });

function wanted(merchant: Merchant, quantities: Record<string, number>) {
  return {
    line_items: Object.entries(quantities).map(([reference, quantity]) => ({
      item: { id: productId(merchant, reference) },
      quantity,
    })),
  };
}

async function ready(merchant: Merchant, quantities: Record<string, number>, more: object = {}) {
  const json = { ...wanted(merchant, quantities), buyer: ines, ...shippedTo(), ...more };
  const { status, body } = await shop.agent(merchant).create(json);
  expect(status).toBe(201);
  return { id: body.id ?? "", body };
}

const total = ({ totals = [] }: UcpAnswer) => totals.find(({ type }) => type === "total")?.amount;
const codes = ({ messages = [] }: UcpAnswer) => messages.map(({ code }) => code);
const parcelOf = ({ fulfillment }: UcpAnswer) => fulfillment?.methods?.[0]?.groups?.[0];

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
  test("201 says what is missing, then the checkout is ready, paid, and has the same order as any other", async () => {
    const merchant = await selling();
    await addRate(merchant, "Standard", 500);
    await addRate(merchant, "Express", 1500);
    const agent = shop.agent(merchant);
    const lines = wanted(merchant, { poster: 2, font: 1 });
    const created = await agent.create(lines);
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      ucp: { version: "2026-04-08", status: "success" },
      ...{ status: "incomplete", currency: "EUR", links: [{ type: "refund_policy" }] },
      messages: [
        { code: "missing", severity: "recoverable", path: "$.buyer.email" },
        { code: "missing", severity: "recoverable", path: "$.fulfillment.methods[0].destinations" },
      ],
      fulfillment: { methods: [{ type: "shipping", line_item_ids: [productId(merchant, "poster")] }] },
    });
    const id = created.body.id ?? "";
    const updated = await agent.update(id, { ...lines, buyer: ines, ...shippedTo() });
    expect(updated.body).toMatchObject({
      ...{ status: "ready_for_complete", messages: [] },
      buyer: { email: ines.email, first_name: "Ines", last_name: "Duarte" },
      fulfillment: { methods: [{ selected_destination_id: "home", destinations: [galwayHome] }] },
    });
    expect(parcelOf(updated.body)?.options?.map(({ title }) => title)).toEqual(["Standard", "Express"]);
    expect(total(updated.body)).toBe(2 * 2400 + 4900 + 500);
    const express = parcelOf(updated.body)?.options?.[1]?.id;
    const methods = [{ line_item_ids: [], groups: [{ id: "parcel", selected_option_id: express }] }];
    const chosen = await agent.update(id, { ...lines, fulfillment: { methods } });
    expect(chosen.body.totals).toEqual([
      { type: "subtotal", display_text: "Subtotal", amount: 9700 },
      { type: "fulfillment", display_text: "Express", amount: 1500 },
      { type: "total", display_text: "Total", amount: 11_200 },
    ]);
    const paid = await agent.complete(id, await grantToken(world, { maxAmount: 11_200 }));
    expect(paid).toMatchObject({ status: 200, body: { status: "completed", order: { label: "1001" } } });
    const order = await orderOf(merchant, id);
    expect(order).toMatchObject({
      ...{ status: "paid", customerEmail: ines.email, customerName: "Ines Duarte" },
      shippingAddress: { name: "Ines Duarte", line1: "7 Quay Street", country: "IE" },
      amounts: { subtotal: 9700, discount: 0, shipping: 1500, tax: 0, total: 11_200 },
    });
    expect(paid.body.order?.id).toBe(order.id);
    expect(order.payments.map(({ amount }) => amount)).toEqual([11_200]);
    const read = await agent.read(id);
    expect(read.body).toEqual(paid.body);
    expect(JSON.stringify([created, updated, chosen, paid, read])).not.toContain("spt_");
  });

  test("200 the same order when it is completed again, and the card is charged once", async () => {
    const merchant = await selling();
    const agent = shop.agent(merchant);
    const { id } = await ready(merchant, { poster: 1 });
    const before = world.stripe.requests().filter(({ path }) => path.endsWith("/confirm")).length;
    const token = await grantToken(world);
    const key = { "Idempotency-Key": randomUUID() };
    const [first, replayed] = [await agent.complete(id, token, key), await agent.complete(id, token, key)];
    expect(replayed.headers.get("Idempotent-Replayed")).toBe("true");
    expect(replayed.body).toEqual(first.body);
    const again = await agent.complete(id, await grantToken(world));
    expect(again.body.order?.id).toBe(first.body.order?.id);
    expect(dataOf(await merchant.client.GET("/v1/orders", {})).length).toBe(1);
    expect(world.stripe.requests().filter(({ path }) => path.endsWith("/confirm")).length).toBe(before + 1);
  });

  test("409 if a key is sent with another request", async () => {
    const merchant = await selling();
    const key = { "Idempotency-Key": randomUUID() };
    const agent = shop.agent(merchant);
    expect((await agent.create(wanted(merchant, { poster: 1 }), key)).status).toBe(201);
    const other = await agent.create(wanted(merchant, { poster: 2 }), key);
    expect(other).toMatchObject({ status: 409, body: { code: "conflict" } });
  });

  test("amounts of a code and of tax add up to what is charged", async () => {
    world.stripe.setTaxOrigin(undefined, "IE");
    const merchant = await selling({ tax: "exclusive" });
    await addRate(merchant, "Standard", 500);
    const terms = { code: "AUTUMN10", currency: "eur", percentOff: 10, amountOffInCents: null };
    const rest = { minimumInCents: null, maxRedemptions: null, expiresAt: null };
    const by = { kind: "command_line", id: "tests" } as const;
    await world.services.promotionCodes.create(
      merchant.store,
      { ...terms, ...rest },
      { token: "autumn", by },
    );
    const { id, body } = await ready(
      merchant,
      { poster: 1, notebook: 1 },
      { discounts: { codes: ["autumn10", "NOPE"] } },
    );
    expect(body.discounts).toMatchObject({
      codes: ["autumn10", "NOPE"],
      applied: [
        { code: "AUTUMN10", amount: 365, method: "across", allocations: [{ amount: 240 }, { amount: 125 }] },
      ],
    });
    expect(body.messages).toMatchObject([
      { type: "warning", code: "discount_code_combination_disallowed", path: "$.discounts.codes[1]" },
    ]);
    const parts = (body.totals ?? []).filter(({ type }) => type !== "total");
    expect(parts.map(({ type }) => type)).toEqual(["subtotal", "items_discount", "fulfillment", "tax"]);
    expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(total(body));
    const paid = await shop.agent(merchant).complete(id, await grantToken(world));
    expect(paid.body.status).toBe("completed");
    expect((await orderOf(merchant, id)).payments.map(({ amount }) => amount)).toEqual([total(body)]);
  });

  test("a tax that prices include is a note, so that the amounts still add up", async () => {
    world.stripe.setTaxOrigin(undefined, "IE");
    const merchant = await selling({ tax: "inclusive" });
    const { body } = await ready(merchant, { poster: 1 });
    expect(codes(body)).toEqual(["tax_included"]);
    const parts = (body.totals ?? []).filter(({ type }) => type !== "total");
    expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(total(body));
  });

  test("what is downloaded needs no address", async () => {
    const merchant = await selling();
    const created = await shop.agent(merchant).create({ ...wanted(merchant, { font: 1 }), buyer: ines });
    expect(created.body).toMatchObject({ status: "ready_for_complete", fulfillment: { methods: [] } });
  });
});

describe("what isn't paid", () => {
  test("out of stock is a message, and stock is held while the checkout is open, then given back", async () => {
    const merchant = await selling();
    await setStock(merchant, "poster", 3);
    const agent = shop.agent(merchant);
    const { id } = await ready(merchant, { poster: 2 });
    expect(await stockOf(merchant, "poster")).toEqual({ quantity: 3, reserved: 2 });
    const other = await ready(merchant, { poster: 2 });
    expect(other.body).toMatchObject({
      status: "incomplete",
      messages: [{ type: "error", code: "out_of_stock", path: "$.line_items[0]" }],
    });
    const refused = await agent.complete(other.id, await grantToken(world));
    expect(refused).toMatchObject({ status: 200, body: { status: "incomplete" } });
    expect(codes(refused.body)).toEqual(["out_of_stock"]);
    const canceled = await agent.cancel(id);
    expect(canceled).toMatchObject({ status: 200, body: { status: "canceled" } });
    expect(await stockOf(merchant, "poster")).toEqual({ quantity: 3, reserved: 0 });
    for (const late of [
      await agent.cancel(id),
      await agent.update(id, wanted(merchant, { poster: 1 })),
      await agent.complete(id, await grantToken(world)),
    ]) {
      expect(late).toMatchObject({ status: 409, body: { code: "checkout_ended" } });
    }
    expect((await agent.read(id)).body.status).toBe("canceled");
  });

  test("a declined payment is a message, and another token pays", async () => {
    const merchant = await selling();
    const agent = shop.agent(merchant);
    const { id } = await ready(merchant, { poster: 1 });
    const declined = await agent.complete(
      id,
      await grantToken(world, { method: "pm_card_visa_chargeDeclined" }),
    );
    expect(declined).toMatchObject({
      status: 200,
      body: {
        status: "ready_for_complete",
        messages: [{ type: "error", code: "payment_failed", severity: "recoverable" }],
      },
    });
    expect((await agent.complete(id, await grantToken(world))).body.status).toBe("completed");
  });

  test("a total that the agent hasn't seen isn't charged", async () => {
    const merchant = await selling();
    const agent = shop.agent(merchant);
    const { id } = await ready(merchant, { font: 1 });
    const product = (await database.products.listAll(merchant.store.id)).find(
      ({ reference }) => reference === "font",
    );
    await database.products.import(merchant.store.id, [{ ...product, priceInCents: 5900 } as never]);
    const changed = await agent.complete(id, await grantToken(world));
    expect(codes(changed.body)).toContain("price_change");
    expect(total(changed.body)).toBe(5900);
    expect((await agent.complete(id, await grantToken(world))).body.status).toBe("completed");
  });

  test("200 without a checkout if nothing of it is for sale, and stock stays", async () => {
    const merchant = await selling();
    const agent = shop.agent(merchant);
    const items = ["prod_unknown", productId(merchant, "retired")].map((id) => ({
      item: { id },
      quantity: 1,
    }));
    const none = await agent.create({ line_items: items });
    expect(none).toMatchObject({
      status: 200,
      body: { ucp: { status: "error" }, messages: [{ code: "item_unavailable", severity: "unrecoverable" }] },
    });
    const some = await agent.create({
      line_items: [...items, ...wanted(merchant, { poster: 1 }).line_items],
    });
    expect(some.status).toBe(201);
    expect(some.body.line_items?.map(({ id }) => id)).toEqual([productId(merchant, "poster")]);
    expect(codes(some.body).filter((code) => code === "item_unavailable")).toHaveLength(2);
  });

  test("an address elsewhere, without a country or with its name, and one that is taken back", async () => {
    const merchant = await selling({ shipsTo: ["ie"] });
    const agent = shop.agent(merchant);
    const away = await ready(merchant, { poster: 1 }, shippedTo({ ...galwayHome, address_country: "us" }));
    expect(codes(away.body)).toEqual(["address_undeliverable"]);
    const { address_country: _, ...nowhere } = galwayHome;
    expect(codes((await ready(merchant, { poster: 1 }, shippedTo(nowhere))).body)).toEqual(["missing"]);
    const named = shippedTo({ ...galwayHome, address_country: "Ireland" });
    const refused = await agent.create({ ...wanted(merchant, { poster: 1 }), ...named });
    expect(refused).toMatchObject({
      status: 400,
      body: {
        code: "invalid_request",
        path: "$.fulfillment.methods[0].destinations[0].address_country",
      },
    });
    const { id } = await ready(merchant, { poster: 1 });
    const lines = wanted(merchant, { poster: 1 });
    const methods = [{ line_item_ids: [], selected_destination_id: null }];
    const without = await agent.update(id, { ...lines, fulfillment: { methods } });
    expect(codes(without.body)).toEqual(["missing"]);
  });

  test("what is shipped needs a street, a town and a recipient, who may be the buyer", async () => {
    const merchant = await selling();
    const agent = shop.agent(merchant);
    const partial: [object, object, string[]][] = [
      [{ address_country: "IE" }, { email: ines.email }, ["street", "town", "name"]],
      [{ ...galwayHome, street_address: " " }, ines, ["street"]],
      [{ ...galwayHome, address_locality: undefined }, ines, ["town"]],
    ];
    for (const [destination, buyer, missing] of partial) {
      const { id, body } = await ready(merchant, { poster: 1 }, { buyer, ...shippedTo(destination) });
      const [message, ...more] = body.messages ?? [];
      expect(message).toMatchObject({ code: "missing", path: "$.fulfillment.methods[0].destinations" });
      for (const one of missing) expect(message?.content).toContain(one);
      expect(more).toEqual([]);
      expect((await agent.complete(id, await grantToken(world))).body.status).toBe("incomplete");
    }
    const { first_name: _, last_name: __, ...unnamed } = galwayHome;
    expect((await ready(merchant, { poster: 1 }, shippedTo(unnamed))).body.status).toBe("ready_for_complete");
  });

  test("no email is kept that can't be one, and it is kept in the spelling of the shop", async () => {
    const merchant = await selling();
    const agent = shop.agent(merchant);
    const long = `${"a".repeat(5000)}@x.example`;
    for (const email of ["not an email", "a@x.example\r\nBcc: e@z.example", long]) {
      const { id, body } = await ready(merchant, { font: 1 }, { buyer: { email } });
      expect(body.messages, email).toMatchObject([{ code: "invalid", path: "$.buyer.email" }]);
      expect(body).not.toHaveProperty("buyer.email");
      expect(codes((await agent.read(id)).body)).toEqual(["invalid"]);
      expect((await agent.complete(id, await grantToken(world))).body.status).toBe("incomplete");
      const buyer = { email: " Ines@Reader.Example" };
      const corrected = await agent.update(id, { ...wanted(merchant, { font: 1 }), buyer });
      expect(corrected.body).toMatchObject({ status: "ready_for_complete", buyer: { email: ines.email } });
    }
  });

  test("names, phone numbers and addresses have at most 5000 characters, as orders have", async () => {
    const merchant = await selling();
    const long = "a".repeat(5001);
    for (const more of [
      { buyer: { ...ines, first_name: long } },
      { buyer: { ...ines, phone_number: long } },
      shippedTo({ ...galwayHome, extended_address: long }),
    ]) {
      const { body } = await ready(merchant, { poster: 1 }, more);
      const path = "buyer" in more ? "$.buyer.email" : "$.fulfillment.methods[0].destinations";
      expect(body.messages).toMatchObject([{ code: "invalid", path }]);
    }
  });

  test("at most 10 codes are looked at, and one message says so", async () => {
    const merchant = await selling();
    const sent = Array.from({ length: 12 }, (_, at) => `CODE${at}`);
    const { body } = await ready(merchant, { font: 1 }, { discounts: { codes: sent } });
    expect(body.messages?.map(({ path }) => path)).toEqual(
      Array.from({ length: 11 }, (_, at) => `$.discounts.codes[${at}]`),
    );
    expect(body.messages?.at(-1)?.content).toContain("At most 10");
  });

  test("as many as can't be bought at once are refused, and hold no stock", async () => {
    const merchant = await selling();
    await setStock(merchant, "poster", 5000);
    const [line] = wanted(merchant, { poster: 1 }).line_items;
    for (const quantities of [
      [5000],
      [1e15],
      [600, 400],
      [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ]) {
      const lines = quantities.map((quantity) => ({ ...line, quantity }));
      const { body } = await shop.agent(merchant).create({ line_items: lines, buyer: ines, ...shippedTo() });
      expect(codes(body), `${quantities}`).toEqual(["quantity_exceeded"]);
      expect(body.line_items).toMatchObject([{ quantity: 1000 }]);
      expect(await stockOf(merchant, "poster")).toEqual({ quantity: 5000, reserved: 0 });
    }
    const most = await ready(merchant, { poster: 999 });
    expect(most.body.status).toBe("ready_for_complete");
    expect(await stockOf(merchant, "poster")).toEqual({ quantity: 5000, reserved: 999 });
  });

  test("a selected destination that isn't known is none, and one without an id has the one that was returned", async () => {
    const merchant = await selling();
    const agent = shop.agent(merchant);
    const { id, body } = await ready(
      merchant,
      { poster: 1 },
      shippedTo(galwayHome, { selected_destination_id: "work" }),
    );
    expect(codes(body)).toEqual(["missing"]);
    expect(body).not.toHaveProperty("fulfillment.methods[0].destinations");
    const lines = wanted(merchant, { poster: 1 });
    const { id: _, ...unnamed } = galwayHome;
    const added = await agent.update(id, { ...lines, ...shippedTo(unnamed) });
    const selected_destination_id = added.body.fulfillment?.methods?.[0]?.selected_destination_id ?? "";
    const office = { ...galwayHome, id: "office" };
    for (const destinations of [[office, unnamed], undefined]) {
      const methods = [{ line_item_ids: [], destinations, selected_destination_id }];
      const again = await agent.update(id, { ...lines, fulfillment: { methods } });
      expect(again.body.fulfillment?.methods?.[0]).toMatchObject({ selected_destination_id });
      expect(codes(again.body)).toEqual([]);
    }
    const methods = [{ line_item_ids: [], selected_destination_id: "work" }];
    const elsewhere = await agent.update(id, { ...lines, fulfillment: { methods } });
    expect(codes(elsewhere.body)).toEqual(["missing"]);
  });

  test("of several destinations the selected one is kept, and one without an id gets the same each time", async () => {
    const merchant = await selling();
    const { id: _, ...unnamed } = galwayHome;
    const office = { ...galwayHome, id: "office", street_address: "1 Harbour Road" };
    const methods = [
      { type: "shipping", destinations: [galwayHome, office], selected_destination_id: "office" },
    ];
    const { body } = await ready(merchant, { poster: 1 }, { fulfillment: { methods } });
    expect(body.fulfillment?.methods?.[0]).toMatchObject({
      ...{ selected_destination_id: "office", destinations: [office] },
    });
    const ids = [
      await ready(merchant, { poster: 1 }, shippedTo(unnamed)),
      await ready(merchant, { poster: 1 }, shippedTo(unnamed)),
    ].map((one) => one.body.fulfillment?.methods?.[0]?.selected_destination_id);
    expect(ids[0]).toMatch(/^dest_\w{16}$/);
    expect(ids[1]).toBe(ids[0]);
  });

  test("nothing can be picked up, which is a warning", async () => {
    const merchant = await selling();
    const methods = [{ type: "pickup" }];
    const { body } = await ready(merchant, { poster: 1 }, { fulfillment: { methods } });
    expect(codes(body)).toEqual(["missing", "fulfillment_changed"]);
  });

  test("400 for more than 100 products, and a product that is listed often is one line", async () => {
    const merchant = await selling();
    const line = (id: string) => ({ item: { id }, quantity: 1 });
    const others = Array.from({ length: 101 }, (_, n) => line(`prod_${n}`));
    const create = (line_items: object[]) => shop.agent(merchant).create({ line_items });
    const refused = await create(others);
    expect(refused).toMatchObject({ status: 400, body: { code: "maximum_exceeded", path: "$.line_items" } });
    const { body } = await create(Array(150).fill(line(productId(merchant, "poster"))));
    expect(body.line_items).toMatchObject([{ quantity: 150 }]);
  });

  test("400 for another way to pay, unless the checkout is paid", async () => {
    const merchant = await selling();
    const [{ id }, paid] = [await ready(merchant, { poster: 1 }), await ready(merchant, { poster: 1 })];
    const { body } = await shop.agent(merchant).complete(paid.id, await grantToken(world));
    const [instrument] = paidWith("spt_x").payment.instruments;
    for (const instruments of [
      [],
      [{ ...instrument, handler_id: "other" }],
      ...["", "x".repeat(256), "spt_\0"].map((token) => paidWith(token).payment.instruments),
      [{ ...instrument, credential: { type: "card", card_number_type: "fpan", number: "4242424242424242" } }],
    ]) {
      const json = { payment: { instruments } };
      const complete = (checkoutId: string) =>
        shop.send("POST", `/checkout-sessions/${checkoutId}/complete`, { key: merchant.key, json });
      expect(await complete(id)).toMatchObject({
        ...{ status: 400, body: { code: "unsupported_payment", path: "$.payment.instruments" } },
      });
      expect(await complete(paid.id)).toMatchObject({ status: 200, body: { order: body.order } });
    }
  });
});

test("500 with Retry-After while a checkout is being paid for", async () => {
  const merchant = await selling();
  const { id } = await ready(merchant, { poster: 1 });
  const paying = async () => {
    throw unavailable("The session is being paid for or changed.");
  };
  const agentPurchases = { ...world.services.agentPurchases, complete: paying, change: paying };
  const busy = await startUcpShop(world, { ...world.services, agentPurchases });
  const agent = busy.agent(merchant);
  for (const answer of [
    await agent.complete(id, "spt_x"),
    await agent.update(id, wanted(merchant, { poster: 2 })),
  ]) {
    expect(answer).toMatchObject({ status: 500, body: { code: "internal_error" } });
    expect(answer.headers.get("Retry-After")).toBe("5");
  }
  await busy.close();
});

describe("who may buy", () => {
  test("403 until the store sells through UCP, 401 without a key, and the key may be in X-API-Key", async () => {
    const merchant = await world.merchant({ sellsThrough: ["acp"] });
    const lines = wanted(merchant, { poster: 1 });
    expect(await shop.agent(merchant).create(lines)).toMatchObject({
      status: 403,
      body: { code: "forbidden" },
    });
    expect(await shop.agent({ key: "unknown" }).create(lines)).toMatchObject({
      ...{ status: 401, body: { code: "unauthorized" } },
    });
    const open = await selling();
    const headers = { Authorization: "", "X-API-Key": open.key };
    expect((await shop.agent(open).create(wanted(open, { poster: 1 }), headers)).status).toBe(201);
  });

  test("200 that there is no such checkout for another key", async () => {
    const merchant = await selling();
    const { id } = await ready(merchant, { poster: 1 });
    const other = shop.agent(await selling());
    for (const answer of [
      await other.read(id),
      await other.update(id, wanted(merchant, { poster: 1 })),
      await other.complete(id, "spt_x"),
      await other.cancel(id),
    ]) {
      expect(answer).toMatchObject({
        status: 200,
        body: { ucp: { status: "error" }, messages: [{ code: "not_found", severity: "unrecoverable" }] },
      });
    }
  });
});

describe("negotiation", () => {
  const agentOf = (path: string) => ({ "UCP-Agent": `profile="${shop.platform.url}${path}"` });
  const { ucp } = platformProfile;
  const serve = (path: string, body: unknown, more: object = {}) =>
    shop.platform.pages.set(path, { status: 200, body: JSON.stringify(body), ...more });

  test("only what both sides have is active, and other extensions aren't served", async () => {
    const merchant = await selling();
    const name = "dev.ucp.shopping.checkout";
    serve("/plain", { ucp: { ...ucp, capabilities: { [name]: [{ version: ucp.version }] } } });
    const json = { ...wanted(merchant, { poster: 1 }), ...shippedTo(), discounts: { codes: ["NOPE"] } };
    const { body } = await shop.agent(merchant).create(json, agentOf("/plain"));
    expect(Object.keys(body.ucp?.capabilities ?? {})).toEqual([name]);
    expect(body).not.toHaveProperty("fulfillment");
    expect(body).not.toHaveProperty("discounts");
    const all = await shop.agent(merchant).create(json);
    expect(all.body.ucp).toMatchObject({
      capabilities: { "dev.ucp.shopping.discount": [{ version: ucp.version, extends: name }] },
      payment_handlers: { "com.stripe.payments": [{ id: "stripe_payments" }] },
    });
  });

  test("200 without a checkout if no capability is common", async () => {
    const merchant = await selling();
    serve("/order", {
      ucp: { ...ucp, capabilities: { "dev.ucp.shopping.discount": [{ version: ucp.version }] } },
    });
    serve("/older", {
      ucp: { ...ucp, capabilities: { "dev.ucp.shopping.checkout": [{ version: "2026-01-11" }] } },
    });
    for (const path of ["/order", "/older"]) {
      const answer = await shop.agent(merchant).create(wanted(merchant, { poster: 1 }), agentOf(path));
      expect(answer).toMatchObject({
        status: 200,
        body: { messages: [{ code: "capabilities_incompatible" }] },
      });
    }
  });

  test("422 for another version and for what is no profile, 424 if it can't be read, 400 for its address", async () => {
    const merchant = await selling();
    serve("/january", { ucp: { ...ucp, version: "2026-01-11" } });
    serve("/list", []);
    serve("/capabilities", { ucp: { ...ucp, capabilities: [] } });
    serve("/large", { ucp: { ...ucp, note: "x".repeat(70_000) } });
    serve("/moved", {}, { status: 302, headers: { Location: "/.well-known/ucp" } });
    shop.platform.pages.set("/html", { status: 200, body: "<html>" });
    const create = (headers: Record<string, string>) =>
      shop.agent(merchant).create(wanted(merchant, { poster: 1 }), headers);
    const expected: [Record<string, string>, number, string][] = [
      [agentOf("/january"), 422, "version_unsupported"],
      [agentOf("/list"), 422, "profile_malformed"],
      [agentOf("/capabilities"), 422, "profile_malformed"],
      [agentOf("/large"), 422, "profile_malformed"],
      [agentOf("/html"), 422, "profile_malformed"],
      [agentOf("/moved"), 424, "profile_unreachable"],
      [agentOf("/missing"), 424, "profile_unreachable"],
      [{ "UCP-Agent": 'profile="..."; version="2099-01-01"' }, 400, "invalid_profile_url"],
      [{ "UCP-Agent": "assistant/1.0" }, 400, "invalid_profile_url"],
    ];
    for (const [headers, status, code] of expected) {
      expect(await create(headers), code).toMatchObject({ status, body: { code } });
    }
  });

  test("a profile is read once a minute, and again if it couldn't be read", async () => {
    const merchant = await selling();
    serve("/once", platformProfile);
    const agent = shop.agent(merchant);
    const ofPath = (path: string) => shop.platform.requests.filter((one) => one === path).length;
    await Promise.all([1, 2, 3].map(() => agent.create(wanted(merchant, { poster: 1 }), agentOf("/once"))));
    await agent.create(wanted(merchant, { poster: 1 }), agentOf("/once"));
    expect(ofPath("/once")).toBe(1);
    for (const _ of [1, 2]) await agent.create(wanted(merchant, { poster: 1 }), agentOf("/away"));
    expect(ofPath("/away")).toBe(2);
  });

  test("424 isn't stored for the key, so that a retry is handled", async () => {
    const merchant = await selling();
    const headers = { ...agentOf("/later"), "Idempotency-Key": randomUUID() };
    const create = () => shop.agent(merchant).create(wanted(merchant, { poster: 1 }), headers);
    const away = await create();
    expect([away.status, away.headers.get("Retry-After")]).toEqual([424, "5"]);
    serve("/later", platformProfile);
    expect((await create()).status).toBe(201);
  });

  test("what a profile had isn't stored for the key either", async () => {
    const merchant = await selling();
    const wrong: [object | string, string][] = [
      ["<html>maintenance</html>", "profile_malformed"],
      [{ ucp: { ...ucp, version: "2026-01-11" } }, "version_unsupported"],
      [{ ucp: { ...ucp, capabilities: {} } }, "capabilities_incompatible"],
    ];
    for (const [page, code] of wrong) {
      const headers = { ...agentOf(`/${code}`), "Idempotency-Key": randomUUID() };
      const { id } = await ready(merchant, { font: 1 });
      const token = await grantToken(world);
      const body = typeof page === "string" ? page : JSON.stringify(page);
      shop.platform.pages.set(`/${code}`, { status: 200, body });
      const away = await shop.agent(merchant).complete(id, token, headers);
      expect(JSON.stringify(away.body), code).toContain(code);
      // A profile that was read is kept for a minute, but not at another address.
      const elsewhere = `/${code}-corrected`;
      serve(elsewhere, platformProfile);
      const again = await shop.agent(merchant).complete(id, token, { ...headers, ...agentOf(elsewhere) });
      expect(again, code).toMatchObject({ status: 200, body: { status: "completed" } });
    }
  });

  test("200 the order of a paid checkout that is completed again, whatever is wrong with the profile by then", async () => {
    const merchant = await selling();
    const agent = shop.agent(merchant);
    const [paid, unpaid] = [await ready(merchant, { poster: 1 }), await ready(merchant, { poster: 1 })];
    const { body } = await agent.complete(paid.id, await grantToken(world));
    serve("/gone-back", { ucp: { ...ucp, version: "2026-01-11" } });
    serve("/without-checkout", { ucp: { ...ucp, capabilities: {} } });
    const wrong = ["/gone-back", "/without-checkout", "/never-there"].map(agentOf);
    for (const headers of [...wrong, { "UCP-Agent": "assistant/1.0" }]) {
      const again = await agent.complete(paid.id, await grantToken(world), headers);
      const { id, status, order, totals } = body;
      expect(again, headers["UCP-Agent"]).toMatchObject({ status: 200, body: { id, status, order, totals } });
      const refused = await agent.complete(unpaid.id, await grantToken(world), headers);
      expect(refused.body.status, headers["UCP-Agent"]).toBeUndefined();
    }
    expect((await agent.read(unpaid.id)).body.status).toBe("ready_for_complete");
  });

  test("400 without the headers that the document requires", async () => {
    const merchant = await selling();
    for (const name of ["Idempotency-Key", "Request-Id"]) {
      const answer = await shop.agent(merchant).create(wanted(merchant, { poster: 1 }), { [name]: "17" });
      expect(answer, name).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    }
  });
});

describe("the profile at /.well-known/ucp", () => {
  const profileOf = (query: string) => fetch(`${world.url}/.well-known/ucp${query}`);

  test("200 with the capabilities, the address and the ways to pay, for caches", async () => {
    const { store } = await selling();
    const response = await profileOf(`?store=${store.id}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=60");
    const name = "dev.ucp.shopping.checkout";
    expect(await response.json()).toMatchObject({
      ucp: {
        version: "2026-04-08",
        services: {
          "dev.ucp.shopping": [
            { transport: "rest", endpoint: "http://counterpart.test/ucp" },
            {
              ...{ transport: "mcp", endpoint: "http://counterpart.test/mcp/ucp" },
              schema: "https://ucp.dev/2026-04-08/services/shopping/mcp.openrpc.json",
            },
          ],
        },
        capabilities: {
          [name]: [{ version: "2026-04-08" }],
          "dev.ucp.shopping.fulfillment": [{ extends: name }],
          "dev.ucp.shopping.discount": [{ extends: name }],
          "dev.ucp.shopping.order": [{ version: "2026-04-08" }],
          "dev.ucp.shopping.catalog.search": [
            {
              spec: "https://ucp.dev/2026-04-08/specification/catalog/search",
              schema: "https://ucp.dev/2026-04-08/schemas/shopping/catalog_search.json",
            },
          ],
          "dev.ucp.shopping.catalog.lookup": [{ version: "2026-04-08" }],
        },
        payment_handlers: {
          "com.stripe.payments": [{ id: "stripe_payments", config: { merchant_id: store.id } }],
        },
      },
    });
  });

  test("404 for a store that doesn't sell through UCP, an unknown one, and without a store where there are several", async () => {
    const { store } = await world.merchant({ sellsThrough: ["acp"] });
    for (const query of [`?store=${store.id}`, "?store=unknown", ""]) {
      expect((await profileOf(query)).status, query).toBe(404);
    }
  });

  test("200 without a store where there is only one", async () => {
    const other = await startWorld();
    try {
      await other.merchant({ sellsThrough: ["ucp"] });
      expect((await fetch(`${other.url}/.well-known/ucp`)).status).toBe(200);
    } finally {
      await other.close();
    }
  });
});

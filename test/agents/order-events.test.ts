import { sql } from "kysely";
import Stripe from "stripe";
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { WebhookEvent } from "../../generated/acp/types.ts";
import { openEngine } from "../../server/database/database.ts";
import { galway, grantToken, ines, startAgentShop } from "../helpers/agent-shop.ts";
import { migratedDatabase } from "../helpers/data/test-database.ts";
import { type EventReceiver, startEventReceiver } from "../helpers/event-receiver.ts";
import { buy, dataOf, orderOf, productId } from "../helpers/shopping.ts";
import { type Merchant, startWorld } from "../helpers/world.ts";

const secret = "a secret that the agent gave";
const { webhooks } = new Stripe("sk_test_judge");

const { url: databaseUrl, drop } = await migratedDatabase();
const world = await startWorld({ databaseUrl });
const shop = await startAgentShop(world);
afterAll(async () => {
  await shop.close();
  await world.close();
  await drop();
});

const { database } = world.services;

let merchant: Merchant;
let agentKey: { id: string; key: string };
let receiver: EventReceiver;
beforeEach(async () => {
  merchant = await world.merchant({ sellsThrough: ["acp"], successUrl: "https://shop.example/thanks" });
  agentKey = await newKey();
  receiver = await startEventReceiver();
  receiver.control.answer = 200;
});
afterEach(() => receiver.close());

const newKey = () =>
  database.keys.create({ storeId: merchant.store.id, label: "An assistant", scopes: ["agent"] });
const listen = (key = agentKey.id, url = receiver.url) =>
  database.eventEndpoints.add({
    ...{ storeId: merchant.store.id, url, secret, types: null, agentKey: key },
  });

/** A purchase of two posters. */
async function purchase({ key }: { key: string } = agentKey): Promise<string> {
  const agent = shop.agent({ key });
  const line_items = [{ id: productId(merchant, "poster"), quantity: 2 }];
  const created = await agent.create({
    ...{ currency: "eur", capabilities: {}, line_items, buyer: ines, fulfillment_details: galway },
  });
  const id = created.body.id ?? "";
  expect((await agent.complete(id, await grantToken(world))).status).toBe(200);
  return id;
}

async function sent(): Promise<WebhookEvent[]> {
  await world.dispatch();
  return receiver.received.splice(0).map(({ body }) => body as unknown as WebhookEvent);
}

describe("an agent", () => {
  test("gets its order when it is placed, sent and refunded, with a signature that others verify", async () => {
    await listen();
    const sessionId = await purchase();
    await world.dispatch();
    const [first] = receiver.received;
    if (!first) throw new Error("Nothing has arrived.");
    const signature = String(first.headers["merchant-signature"]);
    const isSigned = (text: string) =>
      webhooks.constructEvent(text, signature, secret, 300, undefined, world.clock.now);
    expect(isSigned(first.text)).toMatchObject({ type: "order_create" });
    expect(() => isSigned(`${first.text} `)).toThrow();
    const order = await orderOf(merchant, sessionId);
    const [created] = await sent();
    expect(created).toMatchObject({
      type: "order_create",
      data: {
        ...{ type: "order", id: order.id, checkout_session_id: sessionId, status: "confirmed" },
        permalink_url: `https://shop.example/thanks?session_id=${sessionId}`,
        line_items: [{ quantity: { ordered: 2, current: 2, fulfilled: 0 } }],
      },
    });

    const { client } = merchant;
    const path = { orderId: order.id };
    const lines = [{ productId: productId(merchant, "poster"), quantity: 1 }];
    dataOf(await client.POST("/v1/orders/{orderId}/parcels", { params: { path }, body: { lines } }));
    expect(await sent()).toMatchObject([
      {
        type: "order_update",
        data: { status: "shipped", fulfillments: [{ line_items: [{ quantity: 1 }] }] },
      },
    ]);
    await world.stripe.refund(order.payments[0]?.id ?? "", 1000);
    await world.stripe.deliver();
    const [refunded, ...others] = await sent();
    expect(refunded).toMatchObject({ data: { adjustments: [{ type: "refund", amount: 1000 }] } });
    expect(refunded?.data.totals).toContainEqual(
      expect.objectContaining({ type: "amount_refunded", amount: 1000 }),
    );
    expect(others).toEqual([]);
  });

  test("gets nothing about a change that it can't see", async () => {
    await listen();
    const order = await orderOf(merchant, await purchase());
    expect(await sent()).toHaveLength(1);
    const { id: orderId, storeId } = order;
    const changed = await database.orders.change(
      { storeId, orderId },
      { shippingAddress: { line1: "9 Quay Street" } },
    );
    expect(changed?.shippingAddress?.line1).toBe("9 Quay Street");
    expect(await sent()).toEqual([]);
  });

  test("gets no other agent's orders, no other buyer's, and none of the merchant's events", async () => {
    await listen();
    const other = await newKey();
    await purchase(other);
    await buy(merchant, { font: 1 });
    await database.stockLevels.change(
      { storeId: merchant.store.id, productId: productId(merchant, "font") },
      { to: 1 },
    );
    expect(await sent()).toEqual([]);
    expect(await database.events.list(merchant.store.id, 100)).toEqual([]);
  });

  test("gets the orders of its new key when its key is rotated, and later changes of the old one's", async () => {
    await listen();
    const old = await orderOf(merchant, await purchase());
    const rotation = { id: agentKey.id, overlapMs: 0, expiresAt: null };
    const rotated = await database.keys.rotate(rotation);
    if (!rotated) throw new Error("The key is missing.");
    world.clock.now += 1;
    await purchase(rotated);
    expect((await sent()).map(({ type }) => type)).toEqual(["order_create", "order_create"]);
    await world.stripe.refund(old.payments[0]?.id ?? "", 1000);
    await world.stripe.deliver();
    expect((await sent()).map(({ data }) => data.id)).toEqual([old.id]);
  });

  test("gets an event again until it accepts it, with the same id and the order as it is then", async () => {
    await listen();
    receiver.control.answer = 500;
    const order = await orderOf(merchant, await purchase());
    await world.dispatch();
    await world.stripe.refund(order.payments[0]?.id ?? "", 1000);
    await world.stripe.deliver();
    receiver.control.answer = 200;
    world.clock.now += 5000;
    await world.dispatch();
    const attempts = receiver.received
      .filter(({ body }) => (body.type as string) === "order_create")
      .map(({ headers, body }) => {
        const { data } = body as unknown as WebhookEvent;
        return { id: headers["request-id"], at: headers.timestamp, refunds: data.adjustments?.length };
      });
    expect(attempts).toMatchObject([{ refunds: 0 }, { refunds: 1 }]);
    expect(new Set(attempts.map(({ id }) => id)).size).toBe(1);
    expect(new Set(attempts.map(({ at }) => at)).size).toBe(2);
  });
});

test("the merchant's own endpoint gets the merchant's events of such an order, and no event for agents", async () => {
  await listen();
  const own = await startEventReceiver();
  const { id } = await database.eventEndpoints.add({
    ...{ storeId: merchant.store.id, url: own.url, secret: "whsec_bm90IHVzZWQ=", types: null },
  });
  await purchase();
  await world.dispatch();
  expect(own.types().toSorted()).toEqual(["order.paid", "order.placed"]);
  const events = await database.events.list(merchant.store.id, 100);
  const forAgent = events.find(({ type }) => type === "acp.order_create");
  const forMerchant = events.find(({ type }) => type === "order.paid");
  const endpoints = await database.eventEndpoints.list(merchant.store.id);
  const endpoint = endpoints.find(({ agentKeys }) => agentKeys !== null);
  const storeId = merchant.store.id;
  const resend = (eventId = "", endpointId?: string) =>
    database.events.resend({ storeId, eventId, endpointId });
  expect(await resend(forAgent?.id)).toBe(1);
  expect(await resend(forAgent?.id, endpoint?.id)).toBe(1);
  expect(await resend(forAgent?.id, id)).toBeUndefined();
  expect(await resend(forMerchant?.id, endpoint?.id)).toBeUndefined();
  expect(await resend(forMerchant?.id)).toBe(1);
  await own.close();
});

test("404 for the key of another store", async () => {
  const other = await world.merchant();
  const theirs = await database.keys.create({ storeId: other.store.id, label: null, scopes: ["agent"] });
  await expect(listen(theirs.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

describe("when the agent's key is revoked", () => {
  const endpoints = () => database.eventEndpoints.list(merchant.store.id);

  test("its endpoint is disabled, and its events wait", async () => {
    await listen();
    const other = await newKey();
    await listen(other.id);
    const own = await database.eventEndpoints.add({
      ...{
        storeId: merchant.store.id,
        url: receiver.url,
        secret: "whsec_bm90IHVzZWQ=",
        types: ["order.refunded"],
      },
    });
    const order = await orderOf(merchant, await purchase());
    expect(await sent()).toHaveLength(1);
    await database.keys.revoke(agentKey.id);
    const reasons = new Map((await endpoints()).map((one) => [one.agentKeys?.[0], one.disabledReason]));
    expect(reasons.get(agentKey.id)).toBe("Its key was revoked.");
    expect(reasons.get(other.id)).toBeNull();
    expect((await endpoints()).find(({ id }) => id === own.id)?.disabledAt).toBeNull();
    await world.stripe.refund(order.payments[0]?.id ?? "", 1000);
    await world.stripe.deliver();
    expect((await sent()).filter(({ type }) => type.startsWith("order_"))).toEqual([]);
  });

  test("or expires, its endpoint is disabled before anything is sent to it, and its events wait", async () => {
    const { id: storeId } = merchant.store;
    const expiresAt = world.clock.now + 3_600_000;
    agentKey = await database.keys.create({ storeId, label: null, scopes: ["agent"], expiresAt });
    await listen();
    const order = await orderOf(merchant, await purchase());
    expect(await sent()).toHaveLength(1);
    world.clock.now = expiresAt;
    await world.stripe.refund(order.payments[0]?.id ?? "", 1000);
    await world.stripe.deliver();
    expect(await sent()).toEqual([]);
    expect(await endpoints()).toMatchObject([{ disabledReason: "Its key has expired.", waiting: 1 }]);
    const trail = await database.auditTrail.list({ storeId: merchant.store.id, limit: 1 });
    expect(trail?.entries).toMatchObject([{ action: "endpoint.disabled", by: { kind: "service" } }]);
  });

  test("its endpoint stays enabled while a key that it was rotated to works", async () => {
    await listen();
    const rotated = await database.keys.rotate({ id: agentKey.id, overlapMs: 60_000, expiresAt: null });
    await database.keys.revoke(agentKey.id);
    expect(await endpoints()).toMatchObject([{ disabledAt: null }]);
    await database.keys.revoke(rotated?.id ?? "");
    expect(await endpoints()).toMatchObject([{ disabledAt: world.clock.now }]);
  });
});

test("409 for a key that was revoked, has expired, or can't buy", async () => {
  const { id: storeId } = merchant.store;
  const revoked = await newKey();
  await database.keys.revoke(revoked.id);
  const expired = await database.keys.create({
    storeId,
    label: null,
    expiresAt: world.clock.now,
    scopes: ["agent"],
  });
  const catalog = await database.keys.create({ storeId, label: null, scopes: ["catalog"] });
  for (const { id } of [revoked, expired, catalog])
    await expect(listen(id)).rejects.toMatchObject({ code: "CONFLICT" });
  const storefront = await database.keys.create({ storeId, label: null });
  expect((await listen(storefront.id)).agentKeys).toEqual([storefront.id]);
});

test("an event of the merchant that an older server queued for an agent isn't sent, nor the reverse", async () => {
  const { id: storeId } = merchant.store;
  const { id: agents } = await listen();
  const { id: merchants } = await database.eventEndpoints.add({
    ...{ storeId, url: receiver.url, secret: "whsec_bm90IHVzZWQ=", types: null },
  });
  await purchase();
  await sent();
  const before = await database.events.list(storeId, 100);
  for (const { id: eventId } of before) await database.events.resend({ storeId, eventId });
  const engine = await openEngine(databaseUrl);
  onTestFinished(() => engine.close());
  const ofOther = sql<string>`case endpoint_id when ${agents} then ${merchants} else ${agents} end`;
  await engine.writeOne((db) =>
    db
      .updateTable("event_deliveries")
      .set({ endpoint_id: ofOther })
      .where("status", "=", "pending")
      .execute(),
  );
  expect(await sent()).toEqual([]);
  expect(before).toHaveLength(3);
  const deliveries = (await database.events.list(storeId, 100)).flatMap((event) => event.deliveries);
  expect(deliveries.filter(({ status }) => status === "failed")).toHaveLength(3);
  expect(deliveries.filter(({ status }) => status === "pending")).toEqual([]);
});

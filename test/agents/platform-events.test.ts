import { createHash, webcrypto } from "node:crypto";
import path from "node:path";
import { type Schema, Validator } from "@cfworker/json-schema";
import { calculateJwkThumbprint, type JWK } from "jose";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { publishedSchema } from "../../conformance/agents/published-ucp.ts";
import type { components } from "../../generated/ucp/types.ts";
import { grantToken, ines } from "../helpers/agent-shop.ts";
import { migratedDatabase } from "../helpers/data/test-database.ts";
import { type EventReceiver, type ReceivedEvent, startEventReceiver } from "../helpers/event-receiver.ts";
import { dataOf, orderOf, productId } from "../helpers/shopping.ts";
import { platformProfile, shippedTo, startUcpShop } from "../helpers/ucp-shop.ts";
import { type Merchant, startWorld } from "../helpers/world.ts";

type Order = components["schemas"]["Order"];

const { url: databaseUrl, drop } = await migratedDatabase();
const world = await startWorld({ databaseUrl });
const shop = await startUcpShop(world);
afterAll(async () => {
  await shop.close();
  await world.close();
  await drop();
});

const { database } = world.services;

let merchant: Merchant;
let receiver: EventReceiver;
beforeEach(async () => {
  merchant = await selling();
  receiver = await startEventReceiver();
  receiver.control.answer = 200;
});
afterEach(() => receiver.close());

const selling = () =>
  world.merchant({ sellsThrough: ["acp", "ucp"], successUrl: "https://shop.example/thanks" });

const newKey = () =>
  database.keys.create({ storeId: merchant.store.id, label: "A platform", scopes: ["agent"] });

/** The header that names a profile with an address for events; null for none. */
function profileWith(webhookUrl: string | null) {
  const { version, capabilities } = platformProfile.ucp;
  const config = webhookUrl === null ? {} : { config: { webhook_url: webhookUrl } };
  const order = { "dev.ucp.shopping.order": [{ version, ...config }] };
  const body = JSON.stringify({
    ucp: { ...platformProfile.ucp, capabilities: { ...capabilities, ...order } },
  });
  const at = `/${createHash("sha256").update(body).digest("hex")}`;
  shop.platform.pages.set(at, { status: 200, body });
  return { "UCP-Agent": `profile="${shop.platform.url}${at}"` };
}

/** A purchase of two posters, as the merchant sees its order. */
async function purchase({ key = merchant.key, url = receiver.url as string | null, of = merchant } = {}) {
  const agent = shop.agent({ key });
  const headers = profileWith(url);
  const line_items = [{ item: { id: productId(of, "poster") }, quantity: 2 }];
  const created = await agent.create({ line_items, buyer: ines, ...shippedTo() }, headers);
  const id = created.body.id ?? "";
  const paid = await agent.complete(id, await grantToken(world), headers);
  expect(paid.body.status).toBe("completed");
  return orderOf(of, id);
}

async function sent(): Promise<Order[]> {
  await world.dispatch();
  return receiver.received.splice(0).map(({ body }) => body as unknown as Order);
}

async function refund({ payments }: { payments: { id: string }[] }): Promise<void> {
  await world.stripe.refund(payments[0]?.id ?? "", 1000);
  await world.stripe.deliver();
}

const endpoints = () => database.eventEndpoints.list(merchant.store.id);

/** The keys of the profile that an event names. */
async function keysFor({ headers }: ReceivedEvent): Promise<JWK[]> {
  const named = /^profile="http:\/\/counterpart\.test(.*)"$/.exec(String(headers["ucp-agent"]))?.[1];
  const response = await fetch(`${world.url}${named}`);
  expect(response.status).toBe(200);
  return ((await response.json()) as { signing_keys: JWK[] }).signing_keys;
}

/** Verifies the signature as RFC 9421 says, with the names that a receiver demands. */
async function isSigned(event: ReceivedEvent): Promise<boolean> {
  const { headers, url, text } = event;
  const { pathname, search, host } = new URL(url, `http://${headers.host}`);
  const [, parameters = "", listed = "", kid = ""] =
    /^sig1=(\((.*?)\);created=\d+;keyid="(.*?)")$/.exec(String(headers["signature-input"])) ?? [];
  const names = listed.split(" ").map((name) => name.replaceAll('"', ""));
  const derived: Record<string, string> = {
    ...{ "@method": "POST", "@authority": host, "@path": pathname, "@query": search },
  };
  const demanded = ["@method", "@authority", "@path", "ucp-agent", "content-digest", "content-type"];
  for (const name of demanded) expect(names).toContain(name);
  if (search !== "") expect(names).toContain("@query");
  const lines = names.map((name) => `"${name}": ${derived[name] ?? headers[name]}`);
  const base = [...lines, `"@signature-params": ${parameters}`].join("\n");
  const jwk = (await keysFor(event)).find((key) => key.kid === kid);
  if (!jwk) return false;
  expect(await calculateJwkThumbprint(jwk)).toBe(kid);
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const key = await webcrypto.subtle.importKey("jwk", jwk, algorithm, false, ["verify"]);
  const [, signature = ""] = /^sig1=:(.*):$/.exec(String(headers.signature)) ?? [];
  const digest = `sha-256=:${createHash("sha256").update(text).digest("base64")}:`;
  const isWhole = headers["content-digest"] === digest;
  return (
    isWhole && webcrypto.subtle.verify(algorithm, key, Buffer.from(signature, "base64"), Buffer.from(base))
  );
}

describe("a platform", () => {
  test("gets its order when it is placed, sent, returned and refunded, signed by a key of the profile", async () => {
    const order = await purchase({ url: `${receiver.url}?for=orders` });
    await world.dispatch();
    const [first] = receiver.received;
    if (!first) throw new Error("Nothing has arrived.");
    expect(await isSigned(first)).toBe(true);
    expect(await isSigned({ ...first, text: `${first.text} ` })).toBe(false);
    expect(await isSigned({ ...first, url: "/hook?for=others" })).toBe(false);
    const later = { ...first.headers, "webhook-id": "0f8fad5b-d9cb-869f-a165-70867728950e" };
    expect(await isSigned({ ...first, headers: later })).toBe(false);
    const [created, ...none] = await sent();
    expect(none).toEqual([]);
    const read = await shop.agent(merchant).order(order.id);
    expect(created).toEqual(read.body);
    expect(created).toMatchObject({
      ...{ id: order.id, checkout_id: order.checkoutSessionId },
      line_items: [{ quantity: { original: 2, total: 2, fulfilled: 0 }, status: "processing" }],
    });

    const { client } = merchant;
    const params = { path: { orderId: order.id } };
    const lines = [{ productId: productId(merchant, "poster"), quantity: 1 }];
    dataOf(await client.POST("/v1/orders/{orderId}/parcels", { params, body: { lines } }));
    expect(await sent()).toMatchObject([{ fulfillment: { events: [{ type: "shipped" }] } }]);
    dataOf(await client.POST("/v1/orders/{orderId}/returns", { params, body: { lines } }));
    expect(await sent()).toMatchObject([{ adjustments: [{ type: "return", status: "pending" }] }]);
    await refund(order);
    const [refunded, ...others] = await sent();
    expect(refunded?.adjustments).toContainEqual(
      expect.objectContaining({ type: "refund", status: "completed" }),
    );
    expect(others).toEqual([]);
  });

  test.skipIf(process.env.AGENT_PROTOCOLS === undefined)(
    "gets orders that the published schema accepts (skipped without AGENT_PROTOCOLS, the folder of the published contracts)",
    async () => {
      const file = path.join(process.env.AGENT_PROTOCOLS ?? "", "ucp/source/schemas/shopping/order.json");
      const judge = new Validator((await publishedSchema(file, "")) as Schema, "2020-12", false);
      const order = await purchase();
      const events = await sent();
      await refund(order);
      events.push(...(await sent()));
      expect(events).toHaveLength(2);
      for (const event of events) expect(judge.validate(event).errors).toEqual([]);
      const { line_items: _, ...partial } = events[0] as Order;
      expect(judge.validate(partial).valid).toBe(false);
    },
  );

  test("gets nothing, and no event is recorded, if its profile has no address", async () => {
    await purchase({ url: null });
    expect(await sent()).toEqual([]);
    expect(await endpoints()).toEqual([]);
    expect(await database.events.list(merchant.store.id, 100)).toEqual([]);
  });

  test("gets an event again until it accepts it, with the same id and the order as it is then", async () => {
    receiver.control.answer = 500;
    const order = await purchase();
    await world.dispatch();
    await refund(order);
    receiver.control.answer = 200;
    world.clock.now += 5000;
    await world.dispatch();
    const [first, ...others] = receiver.received;
    const again = others.find(({ headers }) => headers["webhook-id"] === first?.headers["webhook-id"]);
    if (!first || !again) throw new Error("It wasn't sent again.");
    expect(again.headers["webhook-timestamp"]).toBe(first.headers["webhook-timestamp"]);
    expect(again.headers["signature-input"]).not.toBe(first.headers["signature-input"]);
    const adjustments = ({ body }: ReceivedEvent) => (body as unknown as Order).adjustments?.length;
    expect([adjustments(first), adjustments(again)]).toEqual([0, 1]);
    expect(await isSigned(again)).toBe(true);
  });

  test("gets no orders of another key, of another store or of other buyers", async () => {
    await purchase();
    await sent();
    const other = await newKey();
    await purchase({ key: other.key, url: null });
    const elsewhere = await selling();
    await purchase({ key: elsewhere.key, of: elsewhere, url: null });
    expect(await sent()).toEqual([]);
  });

  test("verifies the events of each store with the keys of its profile", async () => {
    const elsewhere = await selling();
    await purchase();
    await purchase({ key: elsewhere.key, of: elsewhere });
    await purchase({ key: (await newKey()).key });
    await world.dispatch();
    const { received } = receiver;
    expect(await Promise.all(received.map(isSigned))).toEqual([true, true, true]);
    const used = new Set((await Promise.all(received.map(keysFor))).flat().map(({ kid }) => kid));
    expect(used.size).toBe(2);
  });

  test("gets events at the latest address of its profile only", async () => {
    const order = await purchase();
    await sent();
    const { id: endpointId = "" } = (await endpoints())[0] ?? {};
    await database.eventEndpoints.disable({ storeId: merchant.store.id, endpointId }, "by the merchant");
    await purchase();
    expect(await sent()).toEqual([]);
    const url = `${receiver.url}/later`;
    await purchase({ url });
    expect(await endpoints()).toMatchObject([{ id: endpointId, url, disabledAt: null }]);
    const trail = await database.auditTrail.list({ storeId: merchant.store.id, limit: 2 });
    const by = { kind: "service" };
    expect(trail?.entries).toMatchObject([
      { action: "endpoint.enabled", objectId: endpointId, by },
      { action: "endpoint.added", objectId: endpointId, by },
    ]);
    await sent();
    await refund(order);
    await world.dispatch();
    expect(receiver.received.map((event) => event.url)).toEqual(["/hook/later"]);
  });

  test("gets the orders of its new key when its key is rotated, and none after the last is revoked", async () => {
    const { id, key } = await newKey();
    const old = await purchase({ key });
    const rotated = await database.keys.rotate({ id, overlapMs: 0, expiresAt: null });
    if (!rotated) throw new Error("The key is missing.");
    world.clock.now += 1;
    await purchase({ key: rotated.key });
    expect(await endpoints()).toHaveLength(1);
    expect(await sent()).toHaveLength(2);
    await database.keys.revoke(rotated.id);
    expect(await endpoints()).toMatchObject([{ disabledReason: "Its key was revoked." }]);
    await refund(old);
    expect(await sent()).toEqual([]);
  });

  test("gets no events of the other protocol, whose endpoint gets its own", async () => {
    const { id: agentKey, key } = await newKey();
    const own = await startEventReceiver();
    await database.eventEndpoints.add({
      ...{ storeId: merchant.store.id, url: own.url, secret: "a secret of the agent", types: null, agentKey },
    });
    await purchase({ key });
    expect(await sent()).toHaveLength(1);
    expect(own.types()).toEqual(["order_create"]);
    const events = await database.events.list(merchant.store.id, 100);
    expect(events.map(({ deliveries }) => deliveries.length)).toEqual([1, 1]);
    await own.close();
  });

  test("buys without events if the store has as many endpoints as it can have", async () => {
    for (let n = 0; n < 16; n++) {
      const url = `https://merchant.example/${n}`;
      await database.eventEndpoints.add({
        ...{ storeId: merchant.store.id, url, secret: "whsec_bm90IHVzZWQ=", types: ["product.changed"] },
      });
    }
    await purchase();
    expect(await endpoints()).toHaveLength(16);
    expect(await sent()).toEqual([]);
  });
});

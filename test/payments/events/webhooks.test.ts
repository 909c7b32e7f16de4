import { createHmac } from "node:crypto";
import { noopTelemetry } from "@counterpart/server";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cartWith, pay, paymentPage, readSession } from "../../helpers/shopping.ts";
import { type Merchant, startWorld, type World, webhookSecret } from "../../helpers/world.ts";

let world: World;
let merchant: Merchant;
/** The counted results, the newest last. */
const receptions: string[] = [];
beforeAll(async () => {
  world = await startWorld({
    telemetry: {
      ...noopTelemetry,
      counter:
        ({ name }) =>
        (value) =>
          void (name === "provider_events_total" && receptions.push(value)),
    },
  });
  merchant = await world.merchant();
});
afterAll(() => world.close());

/** Signs as the provider does: https://docs.stripe.com/webhooks#verify-manually */
function signed(payload: string, { secret = webhookSecret, at = world.clock.now } = {}): string {
  const timestamp = Math.floor(at / 1000);
  const signature = createHmac("sha256", secret).update(`${timestamp}.${payload}`).digest("hex");
  return `t=${timestamp},v1=${signature}`;
}

async function post(payload: string, signature: string): Promise<number> {
  const { status } = await fetch(`${world.url}/webhooks/stripe`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Stripe-Signature": signature },
    body: payload,
  });
  return status;
}

/** The response to a signed event, and how it is counted. */
async function receptionOf(payload: string): Promise<[status: number, reception: string | undefined]> {
  receptions.length = 0;
  return [await post(payload, signed(payload)), receptions.at(-1)];
}

/** A paid session's event as the provider would send it. */
async function paidEvent() {
  const sessionId = await pay(await paymentPage(merchant, await cartWith(merchant, { poster: 1 })));
  const event = world.stripe.events("checkout.session.completed").at(-1);
  return { sessionId, event: { ...event } as Record<string, unknown>, payload: JSON.stringify(event) };
}

async function isUntouched(sessionId: string): Promise<void> {
  const session = await world.services.database.checkoutSessions.find({
    storeId: merchant.store.id,
    sessionId,
  });
  expect(session).toMatchObject({ status: "open", paymentStatus: "unpaid" });
}

describe("changes nothing and is answered 400", () => {
  test("an event without a signature", async () => {
    const { sessionId, payload } = await paidEvent();
    expect(await post(payload, "")).toBe(400);
    await isUntouched(sessionId);
  });

  test("a forged event", async () => {
    const { sessionId, payload } = await paidEvent();
    expect(await post(payload, signed(payload, { secret: "whsec_another" }))).toBe(400);
    await isUntouched(sessionId);
  });

  test("an event that was changed after it was signed", async () => {
    const { sessionId, payload } = await paidEvent();
    expect(await post(`${payload} `, signed(payload))).toBe(400);
    await isUntouched(sessionId);
  });

  test("a stale event", async () => {
    const { sessionId, payload } = await paidEvent();
    expect(await post(payload, signed(payload, { at: world.clock.now - 301_000 }))).toBe(400);
    await isUntouched(sessionId);
  });

  test("a body that isn't JSON, or far too large", async () => {
    expect(await post("{", signed("{"))).toBe(400);
    const large = "x".repeat(600_000);
    expect(await post(large, signed(large))).toBe(400);
  });
});

describe("changes nothing and is answered 200, since it is from the provider but not for us:", () => {
  test("an event of an account that no store uses", async () => {
    const { sessionId, event } = await paidEvent();
    const payload = JSON.stringify({ ...event, account: "acct_foreign" });
    expect(await receptionOf(payload)).toEqual([200, "other_account"]);
    await isUntouched(sessionId);
  });

  test("an event of an account that no store uses about an unknown object", async () => {
    const { event } = await paidEvent();
    const data = { object: { id: "cs_of_a_stranger", object: "checkout.session" } };
    const payload = JSON.stringify({ ...event, id: "evt_stranger", account: "acct_foreign", data });
    expect(await receptionOf(payload)).toEqual([200, "other_account"]);
  });

  test("all events of another system's sales on an account that no store uses", async () => {
    const { hostname: host, port } = new URL(world.standInUrl);
    const anotherSystem = new Stripe("sk_test_another_system", { host, port, protocol: "http" });
    const product_data = { name: "Something else" };
    const opened = await anotherSystem.checkout.sessions.create(
      {
        mode: "subscription",
        line_items: [
          {
            quantity: 1,
            price_data: { currency: "eur", unit_amount: 700, recurring: { interval: "month" }, product_data },
          },
        ],
        success_url: "https://elsewhere.example/",
      },
      { stripeAccount: "acct_foreign" },
    );
    await world.stripe.pay(opened.id, { email: "tom@reader.example" });
    await world.stripe.refund(opened.id, 100);
    await world.stripe.dispute(opened.id);
    const happened = world.stripe.events().filter(({ account }) => account === "acct_foreign");
    const seen: string[] = [];
    for (const event of happened) {
      const from = world.stripe.requests().length;
      const [status, reception = ""] = await receptionOf(JSON.stringify(event));
      expect([event.type, status]).toEqual([event.type, 200]);
      if (reception !== "unknown_type")
        expect([event.type, reception]).toEqual([event.type, "other_account"]);
      // A renewal there causes no call from us.
      if (event.type.startsWith("customer.")) expect(world.stripe.requests().length).toBe(from);
      seen.push(`${event.type} ${reception}`);
    }
    expect(seen.join()).toMatch(
      /subscription\.created other_account.*refund.*other_account.*dispute.*other_account/,
    );
  });

  test("an event of another store's account about this store's session", async () => {
    await world.merchant({ stripeAccount: "acct_other" });
    const { sessionId, event } = await paidEvent();
    const payload = JSON.stringify({ ...event, account: "acct_other" });
    expect(await receptionOf(payload)).toEqual([200, "other_account"]);
    await isUntouched(sessionId);
  });

  test("an event of the other mode", async () => {
    const { sessionId, event } = await paidEvent();
    const payload = JSON.stringify({ ...event, livemode: true });
    expect(await receptionOf(payload)).toEqual([200, "other_mode"]);
    await isUntouched(sessionId);
  });

  test("an event of an unknown type, whatever it is about", async () => {
    const { event } = await paidEvent();
    const unknown = { ...event, id: "evt_unknown", type: "radar.early_fraud_warning.created" };
    expect(await receptionOf(JSON.stringify(unknown))).toEqual([200, "unknown_type"]);
    const balance = { ...unknown, type: "balance.available", data: { object: { object: "balance" } } };
    expect(await receptionOf(JSON.stringify(balance))).toEqual([200, "unknown_type"]);
    const type = "v2.core.account[identity].updated";
    const thin = { ...unknown, object: "v2.core.event", type, data: undefined };
    expect(await receptionOf(JSON.stringify(thin))).toEqual([200, "unknown_type"]);
  });

  test("an event about another system's session on the same account", async () => {
    const { event } = await paidEvent();
    const data = {
      object: { id: "cs_of_another_system", object: "checkout.session", client_reference_id: "order #7" },
    };
    const payload = JSON.stringify({ ...event, id: "evt_other_system", data });
    expect(await receptionOf(payload)).toEqual([200, "unknown_object"]);
  });

  const types = [
    "checkout.session.completed",
    "customer.subscription.updated",
    "invoice.paid",
    "invoice.payment_failed",
    "account.updated",
    "account.application.deauthorized",
    "charge.refunded",
    "refund.failed",
    "charge.dispute.created",
  ];
  const objects: [string, unknown][] = [
    ["no data", undefined],
    ["data that is null", null],
    ["data without an object", {}],
    ["an object that is null", { object: null }],
    ["an object that is a list", { object: [] }],
    ["an object that is a text", { object: "cs_1" }],
    ["an object without an id", { object: { object: "checkout.session" } }],
    ["an id that is a number", { object: { id: 7, object: "checkout.session" } }],
    ["an id with a zero character", { object: { id: "cs_\u0000", object: "checkout.session" } }],
    ["an object without a kind", { object: { id: "cs_1" } }],
    ["a parent of the wrong type", { object: { id: "in_1", object: "invoice", parent: "sub_1" } }],
  ];
  test.each(objects)("an event of a wrong shape: %s", async (_, data) => {
    const { event } = await paidEvent();
    for (const type of types) {
      const payload = JSON.stringify({ ...event, id: "evt_odd", type, data });
      expect([type, ...(await receptionOf(payload))]).toEqual([type, 200, "malformed"]);
    }
  });

  test("JSON that isn't an event", async () => {
    const { event } = await paidEvent();
    const odd = [null, [], 7, "evt", {}, { ...event, id: null }, { ...event, type: 7 }];
    const more = [
      { ...event, livemode: "false" },
      { ...event, account: {} },
      { ...event, id: "evt \u0000" },
    ];
    for (const json of [...odd, ...more]) {
      expect(await receptionOf(JSON.stringify(json))).toEqual([200, "malformed"]);
    }
  });
});

test("200 after a store changed its account, the former one's events still find its sales", async () => {
  const moved = await world.merchant({ stripeAccount: "acct_former" });
  const sessionId = await pay(await paymentPage(moved, await cartWith(moved, { poster: 1 })));
  await pay(await paymentPage(moved, await cartWith(moved, { monthly: 1 })));
  await world.services.database.stores.update(moved.store.slug, { stripeAccount: "acct_latter" });
  receptions.length = 0;
  await world.stripe.deliver();
  expect((await world.services.database.orders.listAll(moved.store.id)).length).toBe(2);
  await world.stripe.refund(sessionId, 1000);
  await world.stripe.deliver();
  const orders = await world.services.database.orders.listAll(moved.store.id);
  expect(orders.map(({ refunded }) => refunded).sort()).toEqual([0, 1000]);
  expect(receptions).toContain("accepted");
});

test("the log says whether an event was forged, stale or unreadable, and doesn't quote it", async () => {
  const { payload } = await paidEvent();
  const before = world.logLines.length;
  await post(payload, signed(payload, { secret: "whsec_another" }));
  await post(payload, signed(payload, { at: world.clock.now - 301_000 }));
  await post(`${payload}}`, signed(`${payload}}`));
  const large = "x".repeat(600_000);
  await post(large, signed(large));
  const lines = world.logLines.slice(before).map((line) => JSON.parse(line));
  expect(lines.flatMap(({ reason }) => reason ?? [])).toEqual([
    "forged",
    "stale",
    "unreadable",
    "unreadable",
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/evt_|cs_test|ines@reader|x{20}/);
});

test("200 an event signed with any of the secrets, so that they can be rotated", async () => {
  const { sessionId, payload } = await paidEvent();
  expect(await post(payload, signed(payload, { secret: "whsec_retired" }))).toBe(200);
  const session = await world.services.database.checkoutSessions.find({
    storeId: merchant.store.id,
    sessionId,
  });
  expect(session?.paymentStatus).toBe("paid");
});

test("200 a page of another system on the account with our session's id pays for nothing here", async () => {
  const url = await paymentPage(merchant, await cartWith(merchant, { poster: 1 }));
  const sessionId = new URL(url).pathname.split("/").at(-1) ?? "";
  const { id } = await readSession(merchant, sessionId);
  const form = new URLSearchParams({
    mode: "payment",
    client_reference_id: id,
    success_url: "https://elsewhere.example/",
    "line_items[0][quantity]": "1",
    "line_items[0][price_data][currency]": "eur",
    "line_items[0][price_data][unit_amount]": "100",
    "line_items[0][price_data][product_data][name]": "One euro",
  });
  const headers = { Authorization: "Bearer sk_test_world" };
  const other = await fetch(`${world.standInUrl}/v1/checkout/sessions`, {
    method: "POST",
    body: form,
    headers,
  });
  const { id: otherId } = (await other.json()) as { id: string };
  await world.stripe.pay(otherId, { email: "ines@reader.example" });
  const payload = JSON.stringify(world.stripe.events("checkout.session.completed").at(-1));
  expect(payload).toContain(otherId);
  expect(await post(payload, signed(payload))).toBe(200);
  await isUntouched(sessionId);
});

test("an event's content isn't trusted: the provider is asked", async () => {
  const url = await paymentPage(merchant, await cartWith(merchant, { poster: 1 }));
  const sessionId = new URL(url).pathname.split("/").at(-1) ?? "";
  const { event } = await paidEvent();
  const object = { id: sessionId, object: "checkout.session", status: "complete", payment_status: "paid" };
  const payload = JSON.stringify({ ...event, id: "evt_claims_payment", data: { object } });
  expect(await post(payload, signed(payload))).toBe(200);
  await isUntouched(sessionId);
});

test("500 while the provider is unreachable, and the same event counts once the provider is back", async () => {
  const { sessionId, payload } = await paidEvent();
  world.stripe.fail({ how: 500, requests: 10, path: "/v1/checkout/sessions" });
  expect(await post(payload, signed(payload))).toBe(500);
  await isUntouched(sessionId);
  world.stripe.clearFailures();
  expect(await post(payload, signed(payload))).toBe(200);
  const session = await world.services.database.checkoutSessions.find({
    storeId: merchant.store.id,
    sessionId,
  });
  expect(session?.paymentStatus).toBe("paid");
});

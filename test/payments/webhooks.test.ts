import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cartWith, pay, paymentPage } from "../helpers/shopping.ts";
import { type Merchant, startWorld, type World, webhookSecret } from "../helpers/world.ts";

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await startWorld();
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

/** A paid session's event as the provider would send it. */
async function paidEvent() {
  const sessionId = await pay(await paymentPage(merchant, await cartWith(merchant, { poster: 1 })));
  const event = world.stripe.events("checkout.session.completed").at(-1);
  return { sessionId, event: { ...event } as Record<string, unknown>, payload: JSON.stringify(event) };
}

async function isUntouched(sessionId: string): Promise<void> {
  const session = await world.services.store.checkoutSessions.find({ storeId: merchant.shop.id, sessionId });
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
    expect(await post(payload, signed(payload, { secret: "whsec_somebody" }))).toBe(400);
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

  test("an event of an account that no store uses", async () => {
    const { sessionId, event } = await paidEvent();
    const payload = JSON.stringify({ ...event, account: "acct_foreign" });
    expect(await post(payload, signed(payload))).toBe(400);
    await isUntouched(sessionId);
  });

  test("an event of another store's account about this store's session", async () => {
    await world.merchant({ stripeAccount: "acct_other" });
    const { sessionId, event } = await paidEvent();
    const payload = JSON.stringify({ ...event, account: "acct_other" });
    expect(await post(payload, signed(payload))).toBe(400);
    await isUntouched(sessionId);
  });

  test("an event of the other mode", async () => {
    const { sessionId, event } = await paidEvent();
    const payload = JSON.stringify({ ...event, livemode: true });
    expect(await post(payload, signed(payload))).toBe(400);
    await isUntouched(sessionId);
  });

  test("a body that is no event, or far too large", async () => {
    expect(await post("{", signed("{"))).toBe(400);
    const large = "x".repeat(600_000);
    expect(await post(large, signed(large))).toBe(400);
  });
});

test("200 an event signed with any of the secrets, so that they can be rotated", async () => {
  const { sessionId, payload } = await paidEvent();
  expect(await post(payload, signed(payload, { secret: "whsec_retired" }))).toBe(200);
  const session = await world.services.store.checkoutSessions.find({ storeId: merchant.shop.id, sessionId });
  expect(session?.paymentStatus).toBe("paid");
});

test("200 an event of an unknown type is accepted and forgotten", async () => {
  const { event } = await paidEvent();
  const payload = JSON.stringify({ ...event, id: "evt_unknown", type: "radar.early_fraud_warning.created" });
  expect(await post(payload, signed(payload))).toBe(200);
});

test("200 an event about another system's session on the same account", async () => {
  const { event } = await paidEvent();
  const data = {
    object: { id: "cs_of_another_system", object: "checkout.session", client_reference_id: null },
  };
  const payload = JSON.stringify({ ...event, id: "evt_other_system", data });
  expect(await post(payload, signed(payload))).toBe(200);
});

test("what an event claims isn't believed: the provider is asked", async () => {
  const url = await paymentPage(merchant, await cartWith(merchant, { poster: 1 }));
  const sessionId = new URL(url).pathname.split("/").at(-1) ?? "";
  const { event } = await paidEvent();
  const object = { id: sessionId, object: "checkout.session", status: "complete", payment_status: "paid" };
  const payload = JSON.stringify({ ...event, id: "evt_claims_payment", data: { object } });
  expect(await post(payload, signed(payload))).toBe(200);
  await isUntouched(sessionId);
});

test("500 while the provider is away, and the same event counts once it is back", async () => {
  const { sessionId, payload } = await paidEvent();
  world.stripe.fail({ how: 500, requests: 10, path: "/v1/checkout/sessions" });
  expect(await post(payload, signed(payload))).toBe(500);
  await isUntouched(sessionId);
  world.stripe.clearFailures();
  expect(await post(payload, signed(payload))).toBe(200);
  const session = await world.services.store.checkoutSessions.find({ storeId: merchant.shop.id, sessionId });
  expect(session?.paymentStatus).toBe("paid");
});

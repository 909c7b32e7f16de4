import { unavailable } from "@counterpart/server/errors";
import { afterAll, describe, expect, test } from "vitest";
import type { NewStore } from "../../server/database/queries/stores.ts";
import { createAgentPurchases } from "../../server/payments/agents/agent-purchases.ts";
import { intentOutcome } from "../../server/payments/checkout/read-outcome.ts";
import { galway, grantToken, ines, startAgentShop } from "../helpers/agent-shop.ts";
import { providerOf } from "../helpers/checkout-of.ts";
import { orderOf, productId } from "../helpers/shopping.ts";
import { type Merchant, startWorld } from "../helpers/world.ts";

const world = await startWorld();
/** What happens once, before or after the change of a session, or a call of the provider. */
const meanwhile = new Map<string, () => Promise<unknown>>();
const shop = await startAgentShop(world, { ...world.services, agentPurchases: interruptedPurchases() });
afterAll(async () => {
  await shop.close();
  await world.close();
});

/** Other requests happen between the steps of a purchase. */
function interruptedPurchases() {
  const { database, checkout } = world.services;
  const during = async <Result>(name: string, call: () => Promise<Result>): Promise<Result> => {
    const run = async (when: string) => {
      const happens = meanwhile.get(when);
      meanwhile.delete(when);
      await happens?.();
    };
    await run(`before ${name}`);
    const result = await call();
    await run(`after ${name}`);
    return result;
  };
  const { agentSessions } = database;
  return createAgentPurchases({
    database: {
      ...database,
      agentSessions: {
        ...agentSessions,
        begin: (...args) => during("begin", () => agentSessions.begin(...args)),
        change: (...args) => during("change", () => agentSessions.change(...args)),
      },
    },
    provider: providerOf(world, (name, _account, call) => during(name, call)),
    checkout,
    clock: () => world.clock.now,
    publicUrl: world.services.publicUrl,
  });
}

const selling = (changes: Partial<NewStore> = {}) => world.merchant({ sellsThrough: ["acp"], ...changes });

const items = (merchant: Merchant, quantity: number, reference = "poster") => ({
  line_items: [{ id: productId(merchant, reference), quantity }],
});

async function ready(merchant: Merchant, quantity = 1) {
  const { status, body } = await shop.agent(merchant).create({
    ...{ currency: "eur", capabilities: {}, ...items(merchant, quantity) },
    ...{ buyer: ines, fulfillment_details: galway },
  });
  expect([status, body.status]).toEqual([201, "ready_for_payment"]);
  return body.id ?? "";
}

const charged = () => world.stripe.requests().filter(({ path }) => path.endsWith("/confirm")).length;

describe("a change during a completion", () => {
  test("charges nothing, and the next completion charges for what is in the session then", async () => {
    const merchant = await selling();
    const agent = shop.agent(merchant);
    const id = await ready(merchant);
    const before = charged();
    meanwhile.set("before change", () => agent.update(id, items(merchant, 10)));
    const refused = await agent.complete(id, await grantToken(world));
    expect(refused.status).toBe(500);
    expect(charged()).toBe(before);
    const paid = await agent.complete(id, await grantToken(world));
    expect(paid.status).toBe(200);
    expect(await orderOf(merchant, id)).toMatchObject({
      lines: [{ quantity: 10 }],
      payments: [{ amount: 24_000 }],
    });
  });
});

describe("a completion that is sent again with its key", () => {
  test("200 the order, after the first one found the session being paid", async () => {
    const merchant = await selling();
    const agent = shop.agent(merchant);
    const id = await ready(merchant);
    const repeated = { token: await grantToken(world), key: { "Idempotency-Key": "repeated" } };
    const repeat = () => agent.complete(id, repeated.token, repeated.key);
    let status = 0;
    meanwhile.set("after createIntent", async () => {
      ({ status } = await repeat());
    });
    expect((await agent.complete(id, await grantToken(world))).status).toBe(200);
    expect(status).toBe(500);
    expect(await repeat()).toMatchObject({ status: 200, body: { status: "completed" } });
    expect((await orderOf(merchant, id)).payments.length).toBe(1);
  });
});

test("a session charges nothing once the store is paid on another account", async () => {
  const merchant = await selling();
  const agent = shop.agent(merchant);
  const id = await ready(merchant);
  const before = charged();
  await world.services.database.stores.update(merchant.store.slug, { stripeAccount: "acct_other" });
  const refused = await agent.complete(id, await grantToken(world));
  expect(refused).toMatchObject({ status: 400, body: { code: "expired" } });
  expect((await agent.read(id)).body).toMatchObject({
    status: "not_ready_for_payment",
    messages: [{ type: "error", code: "expired" }],
  });
  expect(charged()).toBe(before);
});

describe("an attempt to pay", () => {
  test("that was given up doesn't charge the changed session", async () => {
    const merchant = await selling();
    const agent = shop.agent(merchant);
    const id = await ready(merchant);
    const before = charged();
    meanwhile.set("after createIntent", async () => {
      world.clock.now += 100_000;
      expect((await agent.update(id, items(merchant, 10))).status).toBe(200);
    });
    expect((await agent.complete(id, await grantToken(world))).status).toBe(500);
    expect(charged()).toBe(before);
    expect((await agent.complete(id, await grantToken(world))).status).toBe(200);
    expect((await orderOf(merchant, id)).payments).toMatchObject([{ amount: 24_000 }]);
  });

  test.each([400, 401, 403, 429])(
    "that charged isn't given up because its repetition has %i",
    async (how) => {
      const merchant = await selling();
      const agent = shop.agent(merchant);
      const id = await ready(merchant);
      const path = "/v1/payment_intents/";
      world.stripe.fail({ path, how: "drop", when: "after" });
      world.stripe.fail({ path, how, requests: 20 });
      const lost = await agent.complete(id, await grantToken(world));
      expect(lost.status).toBeGreaterThanOrEqual(500);
      world.stripe.clearFailures();
      expect((await agent.read(id)).body.status).toBe("completed");
      expect((await orderOf(merchant, id)).payments.length).toBe(1);
    },
  );
});

test("a payment of an earlier attempt that was canceled doesn't end the session", async () => {
  const merchant = await selling();
  const agent = shop.agent(merchant);
  const id = await ready(merchant);
  const { checkoutSessions } = world.services.database;
  const session = await checkoutSessions.find({ storeId: merchant.store.id, sessionId: id });
  if (!session) throw new Error("The session is missing.");
  const earlier = { id: "pi_earlier", status: "canceled", chargedAt: null, authenticationUrl: null } as const;
  const outcome = intentOutcome(session, { ...earlier, received: { amount: 0, currency: "eur" } });
  await checkoutSessions.settle(id, outcome, world.clock.now);
  expect((await agent.read(id)).body.status).toBe("ready_for_payment");
});

test("a creation that is sent again after its response was lost returns the same session", async () => {
  const merchant = await selling();
  await world.services.database.stockLevels.change(
    { storeId: merchant.store.id, productId: productId(merchant, "poster") },
    { to: 5 },
  );
  const body = { currency: "eur", capabilities: {}, ...items(merchant, 2), buyer: ines };
  const create = () => shop.agent(merchant).create(body, { "Idempotency-Key": "lost" });
  meanwhile.set("after begin", () => Promise.reject(unavailable("The response is lost.")));
  expect((await create()).status).toBe(500);
  const { status, body: session } = await create();
  expect([status, session.line_items?.[0]?.quantity]).toEqual([201, 2]);
  const level = await world.services.database.stockLevels.find(productId(merchant, "poster"));
  expect(level).toEqual({ quantity: 5, reserved: 2 });
});

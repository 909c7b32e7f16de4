import { afterAll, describe, expect, test } from "vitest";
import { galway, grantToken, ines, startAgentShop } from "../helpers/agent-shop.ts";
import { orderOf, productId } from "../helpers/shopping.ts";
import { shippedTo, startUcpShop } from "../helpers/ucp-shop.ts";
import { type Merchant, startWorld } from "../helpers/world.ts";

const world = await startWorld();
const [acp, ucp] = [await startAgentShop(world), await startUcpShop(world)];
afterAll(async () => {
  await acp.close();
  await ucp.close();
  await world.close();
});

const { stockLevels } = world.services.database;
const askingToken = () => grantToken(world, { method: "pm_card_authenticationRequired" });

/** A session for the last poster, whose buyer the bank asks. */
async function asked() {
  const merchant = await world.merchant({ sellsThrough: ["acp", "ucp"] });
  const poster = productId(merchant, "poster");
  await stockLevels.change({ storeId: merchant.store.id, productId: poster }, { to: 1 });
  const agent = acp.agent(merchant);
  const created = await agent.create({
    ...{ currency: "eur", capabilities: {}, line_items: [{ id: poster, quantity: 1 }] },
    ...{ buyer: ines, fulfillment_details: galway },
  });
  const id = created.body.id ?? "";
  const token = await askingToken();
  const refused = await agent.complete(id, token);
  expect(refused).toMatchObject({
    status: 400,
    body: { code: "requires_3ds", param: "$.authentication_result" },
  });
  const { body } = await agent.read(id);
  return { merchant, agent, id, token, page: body.continue_url ?? "", body };
}

/** What the buyer does on the bank's page. */
async function answer(page: string, outcome: "authenticated" | "authentication_failed") {
  const response = await fetch(page, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ outcome }),
  });
  return { status: response.status, location: response.headers.get("location") };
}

function completeWith(merchant: Merchant, id: string, token: string, authentication: object) {
  const instrument = { type: "card", credential: { type: "spt", token } };
  const json = {
    payment_data: { handler_id: "stripe_shared_payment_token", instrument },
    authentication_result: authentication,
  };
  return acp.send("POST", `/checkout_sessions/${id}/complete`, { key: merchant.key, json });
}

const authenticated = {
  outcome: "authenticated",
  outcome_details: {
    ...{ three_ds_cryptogram: "QUJDREVGR0hJSktMTU5PUFFSU1Q=", electronic_commerce_indicator: "05" },
    ...{ transaction_id: "dsTransId_1", version: "2.2.0" },
  },
};

const stockOf = (merchant: Merchant) => stockLevels.find(productId(merchant, "poster"));
const confirmations = () => world.stripe.requests().filter(({ path }) => path.endsWith("/confirm")).length;
const canceled = () => world.stripe.events("payment_intent.canceled").length;

describe("when the bank asks the buyer", () => {
  test("400 with the bank's page in the session, then 200 the order, with one payment", async () => {
    const before = confirmations();
    const { merchant, agent, id, token, page, body } = await asked();
    expect(body).toMatchObject({
      status: "authentication_required",
      messages: [{ type: "error", code: "requires_3ds", resolution: "requires_buyer_review" }],
    });
    // Longer than an attempt to pay may take.
    world.clock.now += 10 * 60_000;
    expect((await completeWith(merchant, id, token, authenticated)).status).toBe(400);
    expect((await agent.read(id)).body).toEqual(body);
    expect(await stockOf(merchant)).toEqual({ quantity: 1, reserved: 1 });
    const { status, location } = await answer(page, "authenticated");
    expect([status, location]).toEqual([303, expect.stringContaining(`/checkout/success?session_id=${id}`)]);
    const paid = await completeWith(merchant, id, token, authenticated);
    expect(paid).toMatchObject({ status: 200, body: { status: "completed" } });
    expect(paid.body.continue_url).toBeUndefined();
    expect((await orderOf(merchant, id)).payments).toMatchObject([{ amount: 2400 }]);
    expect(await stockOf(merchant)).toEqual({ quantity: 0, reserved: 0 });
    expect(confirmations()).toBe(before + 1);
    expect(world.logLines.join("\n")).not.toMatch(/spt_|\/authenticate\//);
  });

  test("the order is there although the agent never returned", async () => {
    const { merchant, id, page } = await asked();
    await answer(page, "authenticated");
    world.clock.now += 6 * 60_000;
    await world.sweep();
    expect((await orderOf(merchant, id)).payments).toMatchObject([{ amount: 2400 }]);
  });

  test("the session is open until it ends, then it holds nothing and can't be paid", async () => {
    const { merchant, agent, id, page } = await asked();
    const before = canceled();
    world.clock.now += 40 * 60_000;
    await world.sweep();
    expect((await agent.read(id)).body.status).toBe("expired");
    expect(await stockOf(merchant)).toEqual({ quantity: 1, reserved: 0 });
    expect(canceled()).toBe(before + 1);
    expect((await answer(page, "authenticated")).status).toBe(404);
  });

  test("the response to the payment may be lost", async () => {
    const merchant = await world.merchant({ sellsThrough: ["acp"] });
    const agent = acp.agent(merchant);
    const line = { id: productId(merchant, "font"), quantity: 1 };
    const { body } = await agent.create({
      currency: "eur",
      capabilities: {},
      line_items: [line],
      buyer: ines,
    });
    const id = body.id ?? "";
    world.stripe.fail({ path: "/v1/payment_intents/", how: "drop", when: "after" });
    world.stripe.fail({ path: "/v1/payment_intents/", how: 500, requests: 3 });
    const token = await askingToken();
    expect((await agent.complete(id, token)).status).toBe(500);
    world.stripe.clearFailures();
    expect((await agent.complete(id, token)).body.code).toBe("requires_3ds");
    await answer((await agent.read(id)).body.continue_url ?? "", "authenticated");
    expect((await agent.complete(id, token)).status).toBe(200);
  });
});

describe("a payment is given up", () => {
  test("if the bank refuses, and the session can be paid with another card", async () => {
    const { merchant, agent, id, page } = await asked();
    await answer(page, "authentication_failed");
    expect((await agent.read(id)).body.status).toBe("ready_for_payment");
    expect(await stockOf(merchant)).toEqual({ quantity: 1, reserved: 1 });
    expect((await agent.complete(id, await grantToken(world))).status).toBe(200);
    expect((await orderOf(merchant, id)).payments.length).toBe(1);
  });

  test.each(["denied", "abandoned"])("402 if the agent reports that it was %s", async (outcome) => {
    const { merchant, agent, id, token, page } = await asked();
    const before = confirmations();
    for (const _ of [1, 2]) {
      const refused = await completeWith(merchant, id, token, { outcome });
      expect(refused).toMatchObject({ status: 402, body: { code: "payment_declined" } });
    }
    expect((await answer(page, "authenticated")).status).toBe(404);
    expect((await agent.read(id)).body.status).toBe("ready_for_payment");
    expect(confirmations()).toBe(before);
  });

  test("for another card, a change, and a cancelation", async () => {
    const [other, changed, left] = [await asked(), await asked(), await asked()];
    const before = canceled();
    expect((await other.agent.complete(other.id, await grantToken(world))).status).toBe(200);
    const update = await changed.agent.update(changed.id, { buyer: { ...ines, first_name: "Inês" } });
    expect(update.body.status).toBe("ready_for_payment");
    expect((await left.agent.cancel(left.id)).body.status).toBe("canceled");
    expect(await stockOf(left.merchant)).toEqual({ quantity: 1, reserved: 0 });
    expect(canceled()).toBe(before + 3);
  });

  test("but not if the buyer has paid meanwhile", async () => {
    const [refused, left] = [await asked(), await asked()];
    for (const { page } of [refused, left]) await answer(page, "authenticated");
    const result = await completeWith(refused.merchant, refused.id, refused.token, { outcome: "denied" });
    expect(result).toMatchObject({ status: 200, body: { status: "completed" } });
    expect((await left.agent.cancel(left.id)).status).toBe(405);
    expect((await orderOf(left.merchant, left.id)).payments.length).toBe(1);
  });
});

test("200 requires_escalation through UCP, then the order", async () => {
  const merchant = await world.merchant({ sellsThrough: ["ucp"] });
  const agent = ucp.agent(merchant);
  const lines = { line_items: [{ item: { id: productId(merchant, "poster") }, quantity: 1 }] };
  const { body: created } = await agent.create({ ...lines, buyer: ines, ...shippedTo() });
  const id = created.id ?? "";
  const token = await askingToken();
  const before = confirmations();
  const asking = await agent.complete(id, token);
  expect(asking).toMatchObject({
    status: 200,
    body: {
      status: "requires_escalation",
      messages: [{ type: "error", code: "requires_3ds", severity: "requires_buyer_review" }],
    },
  });
  expect((await agent.read(id)).body).toEqual(asking.body);
  await answer(asking.body.continue_url ?? "", "authenticated");
  const paid = await agent.complete(id, token);
  expect(paid).toMatchObject({ status: 200, body: { status: "completed", messages: [] } });
  expect(paid.body.order?.id).toBe((await orderOf(merchant, id)).id);
  expect(confirmations()).toBe(before + 1);
});

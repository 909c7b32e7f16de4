import { send, testEveryResponse } from "@counterpart/testing";
import { afterAll, expect, test } from "vitest";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import { answerOf, dataOf } from "../helpers/shopping.ts";
import { subscribe } from "../helpers/subscribing.ts";
import { blankProduct, type Merchant, startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { global: 60 } });
afterAll(() => world.close());

const club = {
  ...{ ...blankProduct, reference: "club", name: "Print Club", priceInCents: 900 },
  ...{ type: "subscription" as const, billingInterval: "month" as const },
};

function cancel({ client }: Merchant, subscriptionId: string, at?: "periodEnd" | "now") {
  return client.DELETE("/v1/subscriptions/{subscriptionId}", {
    params: { path: { subscriptionId }, ...(at && { query: { at } }) },
  });
}

function read({ client }: Merchant, subscriptionId: string) {
  return client.GET("/v1/subscriptions/{subscriptionId}", { params: { path: { subscriptionId } } });
}

/** The audited cancellations of a store, newest first. */
async function audited({ store }: Merchant) {
  const { entries } =
    (await world.services.database.auditTrail.list({ storeId: store.id, limit: 100 })) ?? {};
  return entries?.filter(({ action }) => action === "subscription.cancellation_requested");
}

test("200: it goes on until its period ends, and then it has ended", async () => {
  const merchant = await world.merchant();
  const id = await subscribe(world, merchant, "ines");
  const before = dataOf(await read(merchant, id));
  const cancelled = dataOf(await cancel(merchant, id));
  expect(cancelled).toEqual({ ...before, cancelAt: before.currentPeriodEnd });
  expect(cancelled.status).toBe("active");
  await world.stripe.deliver();
  expect(dataOf(await read(merchant, id))).toEqual(cancelled);
  world.clock.now = Date.parse(cancelled.cancelAt ?? "");
  await world.stripe.advance(0);
  await world.stripe.deliver();
  expect(dataOf(await read(merchant, id))).toEqual({
    ...cancelled,
    status: "canceled",
    endedAt: cancelled.cancelAt,
  });
});

test("200: it ends at once, and nothing is charged or refunded", async () => {
  const merchant = await world.merchant();
  const id = await subscribe(world, merchant, "ines");
  const { currentPeriodEnd } = dataOf(await read(merchant, id));
  const now = new Date(world.clock.now).toISOString();
  expect(dataOf(await cancel(merchant, id, "now"))).toMatchObject({
    ...{ status: "canceled", cancelAt: null, endedAt: now, currentPeriodEnd },
  });
  world.clock.now += 40 * 24 * 3_600_000;
  await world.stripe.advance(0);
  await world.stripe.deliver();
  const [order] = dataOf(await merchant.client.GET("/v1/orders"));
  expect(order).toMatchObject({ payments: [{ amountRefunded: 0 }], refunds: [] });
});

test("200 again, with one entry in the history: cancelled twice, and at once after all", async () => {
  const merchant = await world.merchant();
  const id = await subscribe(world, merchant, "ines");
  const first = dataOf(await cancel(merchant, id, "periodEnd"));
  expect(dataOf(await cancel(merchant, id, "periodEnd"))).toEqual(first);
  const entry = { objectId: id, by: { kind: "api_key" }, changes: { at: { to: "periodEnd" } } };
  expect(await audited(merchant)).toMatchObject([entry]);
  const ended = dataOf(await cancel(merchant, id, "now"));
  expect(ended.status).toBe("canceled");
  expect(dataOf(await cancel(merchant, id, "now"))).toEqual(ended);
  expect(dataOf(await cancel(merchant, id, "periodEnd"))).toEqual(ended);
  expect(await audited(merchant)).toMatchObject([{ changes: { at: { to: "now" } } }, entry]);
});

test("200 at the end of the trial, before anything is paid", async () => {
  const merchant = await world.merchant({}, [{ ...club, trialDays: 14 }]);
  const id = await subscribe(world, merchant, "ines", { club: 1 });
  const trialEnd = new Date(world.clock.now + 14 * 24 * 3_600_000).toISOString();
  expect(dataOf(await cancel(merchant, id))).toMatchObject({
    status: "trialing",
    trialEnd,
    cancelAt: trialEnd,
  });
});

test("200 for a subscription whose payment is overdue, which ends with its unpaid period", async () => {
  const merchant = await world.merchant();
  const id = await subscribe(world, merchant, "ines");
  world.stripe.refuseRenewals(id);
  world.clock.now += 32 * 24 * 3_600_000;
  await world.stripe.advance(0);
  await world.stripe.deliver();
  expect(dataOf(await read(merchant, id)).status).toBe("past_due");
  const { status, cancelAt, currentPeriodEnd } = dataOf(await cancel(merchant, id));
  expect([status, cancelAt]).toEqual(["past_due", currentPeriodEnd]);
});

test("404 NOT_FOUND for another store's subscription, which goes on", async () => {
  const [merchant, stranger] = [await world.merchant(), await world.merchant()];
  const id = await subscribe(world, merchant, "ines");
  const foreign = await cancel(stranger, id, "now");
  expect(answerOf(foreign)).toBe("404 NOT_FOUND");
  expect(foreign.error).toEqual((await cancel(stranger, "sub_unknown", "now")).error);
  expect(dataOf(await read(merchant, id))).toMatchObject({ status: "active", cancelAt: null });
});

test("409 CONFLICT with the provider's reason, and it goes on", async () => {
  const merchant = await world.merchant();
  const id = await subscribe(world, merchant, "ines");
  world.stripe.fail({ how: 400, method: "POST", path: `/v1/subscriptions/${id}` });
  const refused = await cancel(merchant, id);
  expect(answerOf(refused)).toBe("409 CONFLICT");
  expect(refused.error?.error).toMatch(/^The payment provider refused the request\. It says: "Sorry!/);
  expect(dataOf(await read(merchant, id))).toMatchObject({ status: "active", cancelAt: null });
  expect(answerOf(await cancel(merchant, id))).toBe("200");
});

test("409 PAYMENTS_NOT_CONFIGURED without access to the store's account", async () => {
  const merchant = await world.merchant({ stripeAccount: "acct_left" });
  const id = await subscribe(world, merchant, "ines");
  world.stripe.setAccess("acct_left", false);
  expect(answerOf(await cancel(merchant, id))).toBe("409 PAYMENTS_NOT_CONFIGURED");
});

test.each(["?at=soon", "?when=now"])("400 VALIDATION_ERROR with %s", async (query) => {
  const merchant = await world.merchant();
  const id = await subscribe(world, merchant, "ines");
  const { status, code } = await send(world, "DELETE", `/v1/subscriptions/${id}${query}`, {
    key: merchant.key,
  });
  expect([status, code]).toEqual([400, "VALIDATION_ERROR"]);
});

testCommonRefusals(world, "cancelSubscription");
testEveryResponse(world, "cancelSubscription");

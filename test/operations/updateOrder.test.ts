import { send, testEveryResponse } from "@counterpart/testing";
import { afterAll, describe, expect, test } from "vitest";
import type { components } from "../../generated/types.ts";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import {
  answerOf,
  buy,
  cartWith,
  dataOf,
  orderOf,
  paymentPage,
  productId,
  readSession,
} from "../helpers/shopping.ts";
import { type Merchant, startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { global: 60 } });
afterAll(() => world.close());

type Change = components["schemas"]["UpdateOrderRequest"];

function update({ client }: Merchant, orderId: string, body: Change) {
  return client.PATCH("/v1/orders/{orderId}", { params: { path: { orderId } }, body });
}

const isoNow = () => new Date(world.clock.now).toISOString();
const tracking = { carrier: "CTT", number: "RR123456785PT", url: "https://carrier.example/RR123456785PT" };

test("200 fulfilled with the time and the tracking, and getOrder returns them", async () => {
  const merchant = await world.merchant();
  const order = await buy(merchant, { poster: 1 });
  world.clock.now += 60_000;
  const changed = dataOf(await update(merchant, order.id, { fulfilled: true, tracking }));
  const lines = [{ productId: productId(merchant, "poster"), quantity: 1 }];
  const parcel = { id: expect.any(String), lines, tracking, sentAt: isoNow() };
  expect(changed).toEqual({ ...order, fulfilledAt: isoNow(), tracking, parcels: [parcel] });
  expect(await orderOf(merchant, order.checkoutSessionId)).toEqual(changed);
});

test("200 and the audit trail has the key, each change once, and no tracking number", async () => {
  const merchant = await world.merchant();
  const order = await buy(merchant, { poster: 1 });
  for (const fulfilled of [true, true, false]) {
    dataOf(await update(merchant, order.id, { fulfilled, ...(fulfilled && { tracking }) }));
  }
  const { database } = world.services;
  const page = await database.auditTrail.list({ storeId: merchant.store.id, limit: 10, objectId: order.id });
  const [key] = await database.keys.list(merchant.store.id);
  const by = { kind: "api_key", id: key?.id };
  expect(page?.entries.map(({ by, action }) => ({ by, action }))).toEqual(
    expect.arrayContaining([
      { by, action: "order.fulfilment_undone" },
      { by, action: "order.fulfilled" },
    ]),
  );
  expect(page?.entries).toHaveLength(2);
  expect(JSON.stringify(page)).not.toContain(tracking.number);
});

test("200 with a corrected address, which the audit trail names without showing it", async () => {
  const merchant = await world.merchant();
  const order = await buy(merchant, { poster: 2 });
  const shippingAddress = { line1: "9 Secret Street", line2: "2nd floor" };
  const changed = dataOf(await update(merchant, order.id, { shippingAddress }));
  expect(changed).toEqual({ ...order, shippingAddress: { ...order.shippingAddress, ...shippingAddress } });
  expect(dataOf(await update(merchant, order.id, { shippingAddress }))).toEqual(changed);
  const without = dataOf(await update(merchant, order.id, { shippingAddress: { line2: null } }));
  expect(without.shippingAddress).toEqual({ ...changed.shippingAddress, line2: null });
  const trail = { storeId: merchant.store.id, limit: 10, objectId: order.id };
  const { entries } = (await world.services.database.auditTrail.list(trail)) ?? { entries: [] };
  expect(entries).toMatchObject([
    { action: "order.address_corrected", changes: { line2: {} } },
    { action: "order.address_corrected", changes: { line1: {}, line2: {} } },
  ]);
  expect(JSON.stringify(entries)).not.toContain("Secret");
  for (const rest of [
    { name: "Ines Duarte", state: "County Galway", postalCode: "H91 Y6P0" },
    { state: null, postalCode: null },
  ]) {
    const corrected = dataOf(await update(merchant, order.id, { shippingAddress: rest }));
    expect(corrected.shippingAddress).toMatchObject(rest);
  }
});

test("200 with an address that is corrected before the order is sent with it, or 409 CONFLICT and neither", async () => {
  const merchant = await world.merchant();
  const order = await buy(merchant, { poster: 1 });
  const shippingAddress = { city: "Cork" };
  const early = await update(merchant, order.id, { shippingAddress, tracking });
  expect(answerOf(early)).toBe("409 CONFLICT");
  expect(await orderOf(merchant, order.checkoutSessionId)).toEqual(order);
  const sent = dataOf(await update(merchant, order.id, { shippingAddress, fulfilled: true }));
  expect([sent.shippingAddress?.city, sent.fulfilledAt]).toEqual(["Cork", isoNow()]);
  expect(answerOf(await update(merchant, order.id, { shippingAddress }))).toBe("409 CONFLICT");
  const digital = await buy(merchant, { font: 1 });
  expect(answerOf(await update(merchant, digital.id, { shippingAddress }))).toBe("409 CONFLICT");
});

test("409 CONFLICT for the address of an order that was refunded in full", async () => {
  const merchant = await world.merchant();
  const order = await buy(merchant, { poster: 1 });
  const address = { storeId: merchant.store.id, orderId: order.id };
  await world.services.refundOrder(address, {}, { kind: "command_line", id: "test" });
  expect(answerOf(await update(merchant, order.id, { shippingAddress: { city: "Cork" } }))).toBe(
    "409 CONFLICT",
  );
});

test("200 for the address of what is left to send", async () => {
  const merchant = await world.merchant();
  const order = await buy(merchant, { poster: 2 });
  const address = { storeId: merchant.store.id, orderId: order.id };
  const lines = [{ productId: productId(merchant, "poster"), quantity: 1 }];
  await world.services.database.orders.ship(address, { lines, tracking: null });
  const changed = dataOf(await update(merchant, order.id, { shippingAddress: { city: "Cork" } }));
  expect(changed.shippingAddress?.city).toBe("Cork");
});

test("200 when repeated: the time is kept, and so is tracking that isn't sent", async () => {
  const merchant = await world.merchant();
  const { id } = await buy(merchant, { poster: 1 });
  const first = dataOf(await update(merchant, id, { fulfilled: true, tracking }));
  world.clock.now += 60_000;
  expect(dataOf(await update(merchant, id, { fulfilled: true, tracking }))).toEqual(first);
  expect(dataOf(await update(merchant, id, { fulfilled: true }))).toEqual(first);
});

test("200 when tracking is added later, replaced as a whole, and removed", async () => {
  const merchant = await world.merchant();
  const { id } = await buy(merchant, { font: 1 });
  expect(dataOf(await update(merchant, id, { fulfilled: true })).tracking).toBeNull();
  expect(dataOf(await update(merchant, id, { tracking })).tracking).toEqual(tracking);
  const number = { carrier: null, number: "2", url: null };
  expect(dataOf(await update(merchant, id, { tracking: { number: "2" } })).tracking).toEqual(number);
  expect(dataOf(await update(merchant, id, { tracking: null })).tracking).toBeNull();
});

test("200 when undone, with the tracking, and fulfilled again at another time", async () => {
  const merchant = await world.merchant();
  const order = await buy(merchant, { poster: 1 });
  dataOf(await update(merchant, order.id, { fulfilled: true, tracking }));
  expect(dataOf(await update(merchant, order.id, { fulfilled: false }))).toEqual(order);
  expect(dataOf(await update(merchant, order.id, { fulfilled: false, tracking: null }))).toEqual(order);
  world.clock.now += 60_000;
  expect(dataOf(await update(merchant, order.id, { fulfilled: true }))).toMatchObject({
    fulfilledAt: isoNow(),
    tracking: null,
  });
});

test("200 for a partially refunded order, and for one that was sent before everything was refunded", async () => {
  const merchant = await world.merchant();
  const { id, payments } = await buy(merchant, { poster: 2 });
  await world.stripe.refund(payments[0]?.id ?? "", 100);
  await world.stripe.deliver();
  expect(dataOf(await update(merchant, id, { fulfilled: true })).status).toBe("partially_refunded");
  await world.stripe.refund(payments[0]?.id ?? "");
  await world.stripe.deliver();
  expect(dataOf(await update(merchant, id, { fulfilled: true, tracking }))).toMatchObject({
    status: "refunded",
    tracking,
  });
});

test("200 for two concurrent changes, and both count", async () => {
  const merchant = await world.merchant();
  const { id } = await buy(merchant, { poster: 1 });
  dataOf(await update(merchant, id, { fulfilled: true }));
  const numbers = Array.from({ length: 8 }, (_, n) => `${n}`);
  const changed = await Promise.all(numbers.map((number) => update(merchant, id, { tracking: { number } })));
  expect(changed.map((one) => dataOf(one).tracking?.number)).toEqual(numbers);
});

describe("409 CONFLICT, and the order is unchanged,", () => {
  async function refused(merchant: Merchant, sessionId: string, change: Change): Promise<string | undefined> {
    const before = await orderOf(merchant, sessionId);
    const answer = await update(merchant, before.id, change);
    expect(answerOf(answer)).toBe("409 CONFLICT");
    expect(await orderOf(merchant, sessionId)).toEqual(before);
    return answer.error?.error;
  }

  test("while the payment is pending, and after it has failed", async () => {
    const merchant = await world.merchant();
    const url = await paymentPage(merchant, await cartWith(merchant, { poster: 1 }));
    const sessionId = new URL(url).pathname.split("/").at(-1) ?? "";
    await world.stripe.pay(sessionId, { email: "ines@reader.example", paid: "later" });
    await readSession(merchant, sessionId);
    expect(await refused(merchant, sessionId, { fulfilled: true })).toContain("hasn't been paid");
    await world.stripe.settle(sessionId, "fail");
    await world.stripe.deliver();
    expect(await refused(merchant, sessionId, { fulfilled: true, tracking })).toContain("failed");
  });

  test("when everything was refunded", async () => {
    const merchant = await world.merchant();
    const { checkoutSessionId, payments } = await buy(merchant, { poster: 1 });
    await world.stripe.refund(payments[0]?.id ?? "");
    await world.stripe.deliver();
    expect(await refused(merchant, checkoutSessionId, { fulfilled: true })).toContain("refunded");
  });

  test("for tracking of an order that isn't fulfilled, or no longer is", async () => {
    const merchant = await world.merchant();
    const { checkoutSessionId, id } = await buy(merchant, { poster: 1 });
    expect(await refused(merchant, checkoutSessionId, { tracking })).toContain("fulfilled: true");
    dataOf(await update(merchant, id, { fulfilled: true }));
    await refused(merchant, checkoutSessionId, { fulfilled: false, tracking });
  });
});

test("404 NOT_FOUND for another store's order, in the same words as for an unknown one, and it is unchanged", async () => {
  const [merchant, stranger] = [await world.merchant(), await world.merchant()];
  const order = await buy(merchant, { poster: 1 });
  const unknown = await update(stranger, "order_unknown", { fulfilled: true });
  const foreign = await update(stranger, order.id, { fulfilled: true });
  expect([answerOf(unknown), answerOf(foreign)]).toEqual(["404 NOT_FOUND", "404 NOT_FOUND"]);
  expect(foreign.error).toEqual(unknown.error);
  expect(await orderOf(merchant, order.checkoutSessionId)).toEqual(order);
});

describe("400 VALIDATION_ERROR", () => {
  test.each([
    ["nothing", {}],
    ["fulfilled as a word", { fulfilled: "yes" }],
    ["fulfilled as null", { fulfilled: null }],
    ["tracking without a number", { tracking: { carrier: "CTT" } }],
    ["tracking with a number that is empty", { tracking: { number: "" } }],
    ["tracking with a number of 101 characters", { tracking: { number: "1".repeat(101) } }],
    ["tracking at a URL that runs a script", { tracking: { number: "1", url: "javascript:alert(1)" } }],
    ["tracking at an invalid URL", { tracking: { number: "1", url: "carrier.example" } }],
    ["tracking with an unknown property", { tracking: { number: "1", weight: 2 } }],
    ["a new total", { totals: { total: 1 } }],
  ])("for %s", async (_, json) => {
    const merchant = await world.merchant();
    const { status, code } = await send(world, "PATCH", "/v1/orders/order_1", { key: merchant.key, json });
    expect([status, code]).toEqual([400, "VALIDATION_ERROR"]);
  });
});

testCommonRefusals(world, "updateOrder");
testEveryResponse(world, "updateOrder");

import { send, testEveryResponse } from "@counterpart/testing";
import { afterAll, describe, expect, test } from "vitest";
import type { components } from "../../generated/types.ts";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import { answerOf, buy, dataOf, orderOf, productId } from "../helpers/shopping.ts";
import { type Merchant, startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { global: 60 } });
afterAll(() => world.close());
const { stockLevels, orderReturns } = world.services.database;

function update(
  { client }: Merchant,
  { orderId, returnId }: { orderId: string; returnId: string },
  body: components["schemas"]["UpdateReturnRequest"],
) {
  return client.PATCH("/v1/orders/{orderId}/returns/{returnId}", {
    params: { path: { orderId, returnId } },
    body,
  });
}

/** An order of three posters, of which the store counted ten, and a return of two of them. */
async function returned() {
  const merchant = await world.merchant();
  const poster = productId(merchant, "poster");
  await stockLevels.change({ storeId: merchant.store.id, productId: poster }, { to: 10 });
  const bought = await buy(merchant, { poster: 3 });
  const at = { storeId: merchant.store.id, orderId: bought.id };
  const by = { kind: "command_line", id: "ada" } as const;
  const order = await orderReturns.add(at, { lines: [{ productId: poster, quantity: 2 }], reason: null }, by);
  const address = { orderId: bought.id, returnId: order?.returns[0]?.id ?? "" };
  const lines = (quantity: number) => [{ productId: poster, quantity }];
  const stock = async () => (await stockLevels.find(poster))?.quantity;
  return { merchant, bought, at, address, lines, stock };
}

test("200 received, with a part of it back in stock, and repeated with no effect", async () => {
  const { merchant, bought, address, lines, stock } = await returned();
  expect(await stock()).toBe(7);
  world.clock.now += 60_000;
  const receipt = { received: true as const, restock: lines(1) };
  const first = dataOf(await update(merchant, address, receipt));
  const receivedAt = new Date(world.clock.now).toISOString();
  expect(first.returns).toMatchObject([{ receivedAt, restocked: lines(1), refundId: null }]);
  expect(await stock()).toBe(8);
  world.clock.now += 60_000;
  expect(dataOf(await update(merchant, address, receipt))).toEqual(first);
  expect([await stock(), await orderOf(merchant, bought.checkoutSessionId)]).toEqual([8, first]);
});

test("200 for concurrent receipts, and the items are back in stock once", async () => {
  const { merchant, address, lines, stock } = await returned();
  const receipt = { received: true as const, restock: lines(2) };
  const answers = await Promise.all(Array.from({ length: 6 }, () => update(merchant, address, receipt)));
  expect(answers.map(answerOf)).toEqual(Array(6).fill("200"));
  expect(await stock()).toBe(9);
});

test("200 and a refund that restocks puts back only what the return didn't", async () => {
  const { merchant, at, address, lines, stock } = await returned();
  dataOf(await update(merchant, address, { received: true, restock: lines(2) }));
  const restock = { refundId: "re_1", lines: lines(3) };
  expect([await stock(), await orderReturns.restockRefunded(at, restock), await stock()]).toEqual([
    9,
    lines(1),
    10,
  ]);
  expect([await orderReturns.restockRefunded(at, restock), await stock()]).toEqual([[], 10]);
});

test("200 when everything came back, and a refund has nothing left to put back", async () => {
  const { merchant, at, address, lines, stock } = await returned();
  const more = await orderReturns.add(at, { lines: lines(1), reason: null });
  dataOf(await update(merchant, address, { received: true, restock: lines(2) }));
  const last = { ...address, returnId: more?.returns[1]?.id ?? "" };
  dataOf(await update(merchant, last, { received: true, restock: lines(1) }));
  const restock = { refundId: "re_1", lines: lines(3) };
  expect([await stock(), await orderReturns.restockRefunded(at, restock), await stock()]).toEqual([
    10,
    [],
    10,
  ]);
});

test("200 with a refund of the order, and the audit trail has each step", async () => {
  const { merchant, bought, at, address } = await returned();
  const { id: refundId } = await world.stripe.refund(bought.payments[0]?.id ?? "", 2400);
  await world.stripe.deliver();
  expect(dataOf(await update(merchant, address, { refundId })).returns).toMatchObject([
    { receivedAt: null, refundId },
  ]);
  dataOf(await update(merchant, address, { received: true, refundId }));
  const trail = await world.services.database.auditTrail.list({
    storeId: at.storeId,
    objectId: at.orderId,
    limit: 10,
  });
  expect(trail?.entries.map(({ action }) => action).sort()).toEqual([
    "order.return_received",
    "order.return_recorded",
    "order.return_refunded",
  ]);
});

describe("409 CONFLICT, and nothing is changed,", () => {
  test("for more than was returned", async () => {
    const { merchant, address, lines, stock } = await returned();
    const refused = await update(merchant, address, { received: true, restock: lines(3) });
    expect([answerOf(refused), await stock()]).toEqual(["409 CONFLICT", 7]);
    expect((refused.error as { details?: object[] }).details).toMatchObject([
      { pointer: "/restock/0/quantity", rule: "restock", available: 2 },
    ]);
  });

  test("after a refund has put everything back", async () => {
    const { merchant, at, address, lines, stock } = await returned();
    await orderReturns.restockRefunded(at, { refundId: "re_1", lines: lines(3) });
    const refused = await update(merchant, address, { received: true, restock: lines(1) });
    expect([answerOf(refused), await stock()]).toEqual(["409 CONFLICT", 10]);
    expect(dataOf(await update(merchant, address, { received: true })).returns?.[0]?.restocked).toEqual([]);
  });

  test("when it was received with other items for the stock", async () => {
    const { merchant, address, lines, stock } = await returned();
    dataOf(await update(merchant, address, { received: true, restock: lines(1) }));
    for (const restock of [lines(2), []]) {
      expect(answerOf(await update(merchant, address, { received: true, restock }))).toBe("409 CONFLICT");
    }
    expect(await stock()).toBe(8);
  });

  test("for a refund of another order", async () => {
    const { merchant, address } = await returned();
    expect(answerOf(await update(merchant, address, { refundId: "re_0" }))).toBe("409 CONFLICT");
  });
});

test("404 NOT_FOUND for another store's return, and for one of another order", async () => {
  const [own, foreign] = [await returned(), await returned()];
  for (const address of [
    foreign.address,
    { ...own.address, returnId: foreign.address.returnId },
    { ...own.address, returnId: "return_0" },
  ]) {
    expect(answerOf(await update(own.merchant, address, { received: true }))).toBe("404 NOT_FOUND");
  }
  const { returns } = await orderOf(foreign.merchant, foreign.bought.checkoutSessionId);
  expect(returns).toMatchObject([{ receivedAt: null }]);
});

test.each([
  ["nothing", {}],
  ["a receipt that is undone", { received: false }],
  ["items for the stock that haven't arrived", { restock: [] }],
])("400 VALIDATION_ERROR for %s", async (_, json) => {
  const { key } = await world.merchant();
  const { status, code } = await send(world, "PATCH", "/v1/orders/order_1/returns/return_1", { key, json });
  expect([status, code]).toEqual([400, "VALIDATION_ERROR"]);
});

testCommonRefusals(world, "updateReturn");
testEveryResponse(world, "updateReturn");

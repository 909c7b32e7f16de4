import { send, testEveryResponse } from "@counterpart/testing";
import { afterAll, expect, test } from "vitest";
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

function sendBack(
  { client }: Merchant,
  orderId: string,
  body: components["schemas"]["CreateReturnRequest"],
  key?: string,
) {
  return client.POST("/v1/orders/{orderId}/returns", {
    params: { path: { orderId } },
    body,
    ...(key && { headers: { "Idempotency-Key": key } }),
  });
}

const posters = (merchant: Merchant, quantity: number) => [
  { productId: productId(merchant, "poster"), quantity },
];

test("200 with the return, which changes nothing else, and getOrder returns it", async () => {
  const merchant = await world.merchant();
  const order = await buy(merchant, { poster: 3 });
  const lines = posters(merchant, 2);
  const returned = dataOf(await sendBack(merchant, order.id, { lines, reason: "Too small" }));
  expect(returned).toEqual({
    ...order,
    returns: [
      {
        id: expect.stringMatching(/^return_/),
        ...{ lines, reason: "Too small", receivedAt: null, restocked: [], refundId: null },
        createdAt: new Date(world.clock.now).toISOString(),
      },
    ],
  });
  expect(await orderOf(merchant, order.checkoutSessionId)).toEqual(returned);
});

test("200 once for one idempotency key", async () => {
  const merchant = await world.merchant();
  const { id } = await buy(merchant, { poster: 3 });
  const lines = posters(merchant, 1);
  const first = dataOf(await sendBack(merchant, id, { lines }, "one"));
  expect(dataOf(await sendBack(merchant, id, { lines }, "one"))).toEqual(first);
  expect(dataOf(await sendBack(merchant, id, { lines }, "two")).returns).toHaveLength(2);
});

test("409 CONFLICT for more than was sold, in one return or in several at once", async () => {
  const merchant = await world.merchant();
  const { id, checkoutSessionId } = await buy(merchant, { poster: 3 });
  const lines = posters(merchant, 1);
  const answers = await Promise.all(Array.from({ length: 6 }, () => sendBack(merchant, id, { lines })));
  expect(answers.map(answerOf).sort()).toEqual([
    ...["200", "200", "200"],
    ...["409 CONFLICT", "409 CONFLICT", "409 CONFLICT"],
  ]);
  const refused = await sendBack(merchant, id, { lines: [...lines, { productId: "prod_0", quantity: 1 }] });
  const detail = { in: "body", rule: "returnable", message: "0 can be returned", available: 0 };
  expect((refused.error as { details?: object[] }).details).toEqual([
    { ...detail, pointer: "/lines/0/quantity", productId: lines[0]?.productId },
    { ...detail, pointer: "/lines/1/quantity", productId: "prod_0" },
  ]);
  expect((await orderOf(merchant, checkoutSessionId)).returns).toHaveLength(3);
});

test("409 CONFLICT again for one idempotency key", async () => {
  const merchant = await world.merchant();
  const { id } = await buy(merchant, { poster: 1 });
  const lines = posters(merchant, 2);
  const first = await sendBack(merchant, id, { lines }, "one");
  const again = await sendBack(merchant, id, { lines }, "one");
  expect([answerOf(first), answerOf(again)]).toEqual(["409 CONFLICT", "409 CONFLICT"]);
  expect(again.response.headers.get("Idempotent-Replayed")).toBe("true");
  expect(again.error).toEqual(first.error);
});

test("409 CONFLICT while the payment is pending", async () => {
  const merchant = await world.merchant();
  const url = await paymentPage(merchant, await cartWith(merchant, { poster: 1 }));
  const sessionId = new URL(url).pathname.split("/").at(-1) ?? "";
  await world.stripe.pay(sessionId, { email: "ines@reader.example", paid: "later" });
  await readSession(merchant, sessionId);
  const { id } = await orderOf(merchant, sessionId);
  expect(answerOf(await sendBack(merchant, id, { lines: posters(merchant, 1) }))).toBe("409 CONFLICT");
});

test("404 NOT_FOUND for another store's order, which is unchanged", async () => {
  const [merchant, stranger] = [await world.merchant(), await world.merchant()];
  const order = await buy(merchant, { poster: 1 });
  const foreign = await sendBack(stranger, order.id, { lines: posters(merchant, 1) });
  expect(answerOf(foreign)).toBe("404 NOT_FOUND");
  expect(await orderOf(merchant, order.checkoutSessionId)).toEqual(order);
});

test.each([
  ["nothing", {}],
  ["no lines", { lines: [] }],
  ["a quantity of nothing", { lines: [{ productId: "prod_1", quantity: 0 }] }],
  ["an empty reason", { lines: [{ productId: "prod_1", quantity: 1 }], reason: "" }],
])("400 VALIDATION_ERROR for %s", async (_, json) => {
  const { key } = await world.merchant();
  const { status, code } = await send(world, "POST", "/v1/orders/order_1/returns", { key, json });
  expect([status, code]).toEqual([400, "VALIDATION_ERROR"]);
});

testCommonRefusals(world, "createReturn");
testEveryResponse(world, "createReturn");

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
import { type Merchant, sampleProducts, startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { global: 60 } });
afterAll(() => world.close());

type Parcel = components["schemas"]["CreateParcelRequest"];

function sendParcel({ client }: Merchant, orderId: string, body: Parcel, key?: string) {
  return client.POST("/v1/orders/{orderId}/parcels", {
    params: { path: { orderId } },
    body,
    ...(key && { headers: { "Idempotency-Key": key } }),
  });
}

function update({ client }: Merchant, orderId: string, body: components["schemas"]["UpdateOrderRequest"]) {
  return client.PATCH("/v1/orders/{orderId}", { params: { path: { orderId } }, body });
}

async function unsentOf({ client }: Merchant): Promise<string[]> {
  return dataOf(await client.GET("/v1/orders", { params: { query: { unsent: true } } })).map(({ id }) => id);
}

/** A merchant with two physical products and a digital one. */
const withMaps = () =>
  world.merchant({}, [
    ...sampleProducts,
    ...sampleProducts
      .filter(({ reference }) => reference === "poster")
      .map((poster) => ({ ...poster, reference: "map", name: "Map", slug: null, sku: "MAP" })),
  ]);

const isoNow = () => new Date(world.clock.now).toISOString();
const tracking = { carrier: "CTT", number: "RR123456785PT", url: "https://carrier.example/RR123456785PT" };
const other = { carrier: null, number: "RR2", url: null };

test("200 for one parcel after the other, and the order is fulfilled with the last item", async () => {
  const merchant = await withMaps();
  const [poster, map] = [productId(merchant, "poster"), productId(merchant, "map")];
  const order = await buy(merchant, { poster: 3, map: 1, font: 1 });
  expect(order.parcels).toEqual([]);
  const first = { lines: [{ productId: poster, quantity: 2 }], tracking };
  const partly = dataOf(await sendParcel(merchant, order.id, first));
  const parcel = { id: expect.stringMatching(/^parcel_/), ...first, sentAt: isoNow() };
  expect(partly).toEqual({ ...order, parcels: [parcel] });
  expect(await unsentOf(merchant)).toEqual([order.id]);
  world.clock.now += 60_000;
  const sent = dataOf(await sendParcel(merchant, order.id, { tracking: { number: "RR2" } }));
  const rest = [
    { productId: poster, quantity: 1 },
    { productId: map, quantity: 1 },
  ];
  expect(sent).toEqual({
    ...order,
    fulfilledAt: isoNow(),
    tracking: other,
    parcels: [parcel, { id: expect.any(String), lines: rest, tracking: other, sentAt: isoNow() }],
  });
  expect(await unsentOf(merchant)).toEqual([]);
  expect(await orderOf(merchant, order.checkoutSessionId)).toEqual(sent);
});

test("200 and the audit trail has the key and the quantities, and no tracking number", async () => {
  const merchant = await world.merchant();
  const order = await buy(merchant, { poster: 2 });
  dataOf(await sendParcel(merchant, order.id, { tracking }));
  const { database } = world.services;
  const page = await database.auditTrail.list({ storeId: merchant.store.id, limit: 10, objectId: order.id });
  const [key] = await database.keys.list(merchant.store.id);
  expect(page?.entries).toMatchObject([
    {
      by: { kind: "api_key", id: key?.id },
      action: "order.parcel_sent",
      changes: { [productId(merchant, "poster")]: { to: 2 }, fulfilledAt: { to: world.clock.now } },
    },
  ]);
  expect(JSON.stringify(page)).not.toContain(tracking.number);
});

test("200 once for one idempotency key", async () => {
  const merchant = await world.merchant();
  const { id } = await buy(merchant, { poster: 3 });
  const lines = [{ productId: productId(merchant, "poster"), quantity: 1 }];
  const [first, again] = [
    await sendParcel(merchant, id, { lines }, "one"),
    await sendParcel(merchant, id, { lines }, "one"),
  ];
  expect(dataOf(again)).toEqual(dataOf(first));
  expect(dataOf(await sendParcel(merchant, id, { lines }, "two")).parcels).toHaveLength(2);
});

test("200 for as many concurrent parcels as there are items, and 409 for the others", async () => {
  const merchant = await world.merchant();
  const { id, checkoutSessionId } = await buy(merchant, { poster: 3 });
  const lines = [{ productId: productId(merchant, "poster"), quantity: 1 }];
  const answers = await Promise.all(Array.from({ length: 6 }, () => sendParcel(merchant, id, { lines })));
  expect(answers.map(answerOf).sort()).toEqual([
    ...["200", "200", "200"],
    ...["409 CONFLICT", "409 CONFLICT", "409 CONFLICT"],
  ]);
  const { parcels = [], fulfilledAt } = await orderOf(merchant, checkoutSessionId);
  expect([parcels.length, new Set(parcels.map((parcel) => parcel.sentAt)).size]).toEqual([3, 3]);
  expect(fulfilledAt).toBe(parcels.at(-1)?.sentAt);
});

describe("updateOrder", () => {
  test("sends what is left in one parcel, changes its tracking, and takes it back", async () => {
    const merchant = await world.merchant();
    const { id } = await buy(merchant, { poster: 3 });
    const productOf = productId(merchant, "poster");
    const partly = dataOf(
      await sendParcel(merchant, id, { lines: [{ productId: productOf, quantity: 1 }], tracking }),
    );
    world.clock.now += 60_000;
    const sent = dataOf(await update(merchant, id, { fulfilled: true }));
    expect(sent.parcels?.[1]).toMatchObject({
      lines: [{ productId: productOf, quantity: 2 }],
      tracking: null,
    });
    const tracked = dataOf(await update(merchant, id, { tracking: { number: "RR2" } }));
    expect(tracked.parcels?.map((parcel) => parcel.tracking)).toEqual([tracking, other]);
    expect(dataOf(await update(merchant, id, { fulfilled: false }))).toEqual(partly);
    // Nothing to undo: the first parcel has left.
    expect(dataOf(await update(merchant, id, { fulfilled: false }))).toEqual(partly);
  });

  test("records no parcel of an order without a shipping address", async () => {
    const merchant = await world.merchant();
    const { id } = await buy(merchant, { font: 1 });
    expect(dataOf(await update(merchant, id, { fulfilled: true, tracking }))).toMatchObject({
      tracking,
      parcels: [],
    });
  });
});

test("409 CONFLICT again for one idempotency key", async () => {
  const merchant = await world.merchant();
  const { id } = await buy(merchant, { poster: 1 });
  const lines = [{ productId: productId(merchant, "poster"), quantity: 2 }];
  const first = await sendParcel(merchant, id, { lines }, "one");
  const again = await sendParcel(merchant, id, { lines }, "one");
  expect([answerOf(first), answerOf(again)]).toEqual(["409 CONFLICT", "409 CONFLICT"]);
  expect(again.response.headers.get("Idempotent-Replayed")).toBe("true");
  expect(again.error).toEqual(first.error);
});

describe("409 CONFLICT, and nothing is recorded,", () => {
  async function refused(merchant: Merchant, sessionId: string, body: Parcel) {
    const before = await orderOf(merchant, sessionId);
    const answer = await sendParcel(merchant, before.id, body);
    expect(answerOf(answer)).toBe("409 CONFLICT");
    expect(await orderOf(merchant, sessionId)).toEqual(before);
    return answer.error as { error: string; details?: object[] };
  }

  test("for more than is left, in one line or in several, with what is left of each", async () => {
    const merchant = await withMaps();
    const [poster, map, font] = ["poster", "map", "font"].map((one) => productId(merchant, one)) as [
      string,
      string,
      string,
    ];
    const { id, checkoutSessionId } = await buy(merchant, { poster: 2, map: 1, font: 1 });
    dataOf(await sendParcel(merchant, id, { lines: [{ productId: poster, quantity: 1 }] }));
    const { error, details } = await refused(merchant, checkoutSessionId, {
      lines: [
        { productId: poster, quantity: 1 },
        { productId: map, quantity: 1 },
        { productId: poster, quantity: 1 },
        { productId: font, quantity: 1 },
        { productId: "prod_unknown", quantity: 1 },
      ],
    });
    const detail = (at: number, product: string, available: number) => ({
      in: "body",
      pointer: `/lines/${at}/quantity`,
      rule: "unsent",
      message: `${available} left to send`,
      productId: product,
      available,
    });
    expect(details).toEqual([detail(2, poster, 1), detail(3, font, 0), detail(4, "prod_unknown", 0)]);
    expect(error).toContain('Only 1 of "Tide Poster" is left to send.');
  });

  test("when everything was sent, and for an order that has nothing to send", async () => {
    const merchant = await world.merchant();
    const sent = await buy(merchant, { poster: 1 });
    dataOf(await update(merchant, sent.id, { fulfilled: true }));
    const digital = await buy(merchant, { font: 1 });
    for (const { checkoutSessionId } of [sent, digital]) {
      expect((await refused(merchant, checkoutSessionId, { tracking })).error).toContain("is left to send");
    }
  });

  test("while the payment is pending, and when everything was refunded", async () => {
    const merchant = await world.merchant();
    const url = await paymentPage(merchant, await cartWith(merchant, { poster: 1 }));
    const sessionId = new URL(url).pathname.split("/").at(-1) ?? "";
    await world.stripe.pay(sessionId, { email: "ines@reader.example", paid: "later" });
    await readSession(merchant, sessionId);
    expect((await refused(merchant, sessionId, { tracking })).error).toContain("hasn't been paid");
    const { checkoutSessionId, payments } = await buy(merchant, { poster: 1 });
    await world.stripe.refund(payments[0]?.id ?? "");
    await world.stripe.deliver();
    expect((await refused(merchant, checkoutSessionId, { tracking })).error).toContain("refunded");
  });
});

test("404 NOT_FOUND for another store's order, in the same words as for an unknown one, and it is unchanged", async () => {
  const [merchant, stranger] = [await world.merchant(), await world.merchant()];
  const order = await buy(merchant, { poster: 1 });
  const unknown = await sendParcel(stranger, "order_unknown", { tracking });
  const foreign = await sendParcel(stranger, order.id, { tracking });
  expect([answerOf(unknown), answerOf(foreign)]).toEqual(["404 NOT_FOUND", "404 NOT_FOUND"]);
  expect(foreign.error).toEqual(unknown.error);
  expect(await orderOf(merchant, order.checkoutSessionId)).toEqual(order);
});

test.each([
  ["nothing", {}],
  ["no lines", { lines: [] }],
  ["a quantity of nothing", { lines: [{ productId: "prod_1", quantity: 0 }] }],
  ["a line without a product", { lines: [{ quantity: 1 }] }],
  ["no tracking, as null", { tracking: null }],
  ["tracking at a URL that runs a script", { tracking: { number: "1", url: "javascript:alert(1)" } }],
])("400 VALIDATION_ERROR for %s", async (_, json) => {
  const { key } = await world.merchant();
  const { status, code } = await send(world, "POST", "/v1/orders/order_1/parcels", { key, json });
  expect([status, code]).toEqual([400, "VALIDATION_ERROR"]);
});

testCommonRefusals(world, "createParcel");
testEveryResponse(world, "createParcel");

import { send, testEveryResponse } from "@counterpart/testing";
import { afterAll, describe, expect, test } from "vitest";
import type { paths } from "../../generated/types.ts";
import { isUnsent } from "../../server/domain/parcels.ts";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import { testNotModified } from "../helpers/conditional-requests.ts";
import { openState, paidOutcome } from "../helpers/data/sessions.ts";
import {
  answerOf,
  buy,
  cartWith,
  dataOf,
  newCart,
  openCheckout,
  orderOf,
  pay,
  paymentPage,
  productId,
  readSession,
} from "../helpers/shopping.ts";
import { type Merchant, startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { global: 200 } });
afterAll(() => world.close());

type Query = NonNullable<paths["/v1/orders"]["get"]["parameters"]["query"]>;

function list({ client }: Merchant, query: Query = {}) {
  return client.GET("/v1/orders", { params: { query } });
}

const idsOf = async (merchant: Merchant, query: Query = {}) =>
  dataOf(await list(merchant, query)).map(({ id }) => id);

/** Buys this many fonts, a second apart, and returns the orders' ids, the newest first. */
async function sell(merchant: Merchant, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    world.clock.now += 1000;
    ids.unshift((await buy(merchant, { font: 1 })).id);
  }
  return ids;
}

test("200 an empty list before the first sale; an open checkout isn't an order", async () => {
  const merchant = await world.merchant();
  await paymentPage(merchant, await cartWith(merchant, { font: 1 }));
  const { response, data } = await list(merchant);
  expect(data).toEqual({ data: [] });
  expect(response.headers.has("Link")).toBe(false);
});

test("200 the store's orders, the newest first, each as getOrder returns it", async () => {
  const [merchant, other] = [await world.merchant(), await world.merchant()];
  const ids = await sell(merchant, 3);
  await sell(other, 1);
  const orders = dataOf(await list(merchant));
  expect(orders.map(({ id }) => id)).toEqual(ids);
  for (const order of orders) {
    const alone = await merchant.client.GET("/v1/orders/{orderId}", {
      params: { path: { orderId: order.id } },
    });
    expect(order).toEqual(dataOf(alone));
  }
});

test("200 with orders to ship, as the dashboard counts them: neither digital nor refunded nor lost in a dispute", async () => {
  const merchant = await world.merchant();
  const { id: storeId } = merchant.store;
  const { database, refundOrder } = world.services;
  const by = { kind: "person", id: "ann" } as const;
  const sold = async (reference: string) => {
    world.clock.now += 1000;
    return buy(merchant, { [reference]: 1 });
  };
  const disputed = async (status?: "won" | "lost") => {
    const order = await sold("poster");
    const dispute = await world.stripe.dispute(order.payments[0]?.id ?? "");
    if (status) await world.stripe.changeDispute(dispute.id, status);
    return order.id;
  };
  const digital = await sold("font");
  const sent = await sold("poster");
  await database.orders.fulfil({ storeId, orderId: sent.id }, { fulfilled: true });
  const refunded = await sold("poster");
  await refundOrder({ storeId, orderId: refunded.id }, {}, by);
  const partly = await sold("poster");
  await refundOrder({ storeId, orderId: partly.id }, { amount: 100 }, by);
  const paid = await sold("poster");
  const [open, won, lost] = [await disputed(), await disputed("won"), await disputed("lost")];
  await world.stripe.deliver();
  const unsent = await idsOf(merchant, { unsent: true });
  expect(unsent).toEqual([won, open, paid.id, partly.id]);
  expect(await idsOf(merchant, { unsent: false })).toEqual([lost, refunded.id, sent.id, digital.id]);
  expect(await idsOf(merchant, { status: "paid", unsent: true })).not.toContain(partly.id);
  const orders = await database.orders.listAll(storeId);
  expect(orders.filter(isUnsent).map(({ id }) => id)).toEqual(unsent);
  expect((await database.overview.needsAction(storeId)).unsentOrders).toBe(unsent.length);
});

describe("200 page after page", () => {
  /** Follows `Link` to the end. */
  async function pages(merchant: Merchant, path: string): Promise<{ ids: string[]; links: string[] }[]> {
    const read: { ids: string[]; links: string[] }[] = [];
    for (let next: string | undefined = path; next !== undefined; ) {
      const { status, body, headers } = await send(world, "GET", next, { key: merchant.key });
      expect(status).toBe(200);
      const link = headers.get("Link");
      read.push({
        ids: (body as { data: { id: string }[] }).data.map(({ id }) => id),
        links: link === null ? [] : [link],
      });
      next = /^<(.+)>; rel="next"$/.exec(link ?? "")?.[1];
    }
    return read;
  }

  function queryOf(link: string): Record<string, string> {
    const [, query] = /^<\/v1\/orders\?(.+)>; rel="next"$/.exec(link) ?? [];
    return Object.fromEntries(new URLSearchParams(query));
  }

  test("by Link, which keeps the filters and isn't on the last page", async () => {
    const merchant = await world.merchant();
    const ids = await sell(merchant, 5);
    const read = await pages(merchant, "/v1/orders?limit=2&status=paid&fulfilled=false");
    expect(read.map((page) => page.ids)).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    const [first, second, last] = read.map(({ links }) => links);
    const filters = { limit: "2", status: "paid", fulfilled: "false" };
    expect(first?.map(queryOf)).toEqual([{ ...filters, after: ids[1] }]);
    expect(second?.map(queryOf)).toEqual([{ ...filters, after: ids[3] }]);
    expect(last).toEqual([]);
  });

  test("without a Link when the last page is full", async () => {
    const merchant = await world.merchant();
    const ids = await sell(merchant, 2);
    expect(await pages(merchant, "/v1/orders?limit=2")).toEqual([{ ids, links: [] }]);
  });

  test("with orders of the same millisecond, each once", async () => {
    const merchant = await world.merchant();
    const made: string[] = [];
    for (let n = 0; n < 5; n++) made.push((await buy(merchant, { font: 1 })).id);
    const read = (await pages(merchant, "/v1/orders?limit=1")).flatMap((page) => page.ids);
    expect(read).toHaveLength(5);
    expect(new Set(read)).toEqual(new Set(made));
  });

  test("during new sales, nothing is skipped or repeated", async () => {
    const merchant = await world.merchant();
    const ids = await sell(merchant, 4);
    const first = await idsOf(merchant, { limit: 2 });
    await sell(merchant, 2);
    const after = first.at(-1) ?? "";
    expect([...first, ...(await idsOf(merchant, { limit: 2, after }))]).toEqual(ids);
  });

  test("with twenty orders by default", async () => {
    const merchant = await world.merchant();
    const { id } = merchant.store;
    const { checkoutSessions } = world.services.database;
    const paid = await buy(merchant, { font: 1 });
    const known = await checkoutSessions.find({ storeId: id, sessionId: paid.checkoutSessionId });
    if (!known) throw new Error("The session is gone.");
    for (let n = 0; n < 20; n++) {
      const session = { ...known, ...openState, id: `chk_copy${n}${id}`, providerId: null };
      await checkoutSessions.begin(session);
      const outcome = paidOutcome(`pi_copy${n}${id}`, 4900, world.clock.now);
      await checkoutSessions.settle(session.id, outcome, world.clock.now);
    }
    expect((await pages(merchant, "/v1/orders")).map(({ ids }) => ids.length)).toEqual([20, 1]);
    expect(await idsOf(merchant, { limit: 100 })).toHaveLength(21);
  });
});

describe("200 filtered", () => {
  test("to a checkout session, by our id or the provider's", async () => {
    const merchant = await world.merchant();
    await sell(merchant, 1);
    const sessionId = await pay(await paymentPage(merchant, await cartWith(merchant, { font: 1 })));
    const { id } = await readSession(merchant, sessionId);
    expect(await orderOf(merchant, sessionId)).toMatchObject({ checkoutSessionId: id });
    expect(await orderOf(merchant, id)).toMatchObject({ checkoutSessionId: id });
    expect(await idsOf(merchant, { sessionId: "chk_unknown" })).toEqual([]);
  });

  test("to a cart, which may have been bought more than once", async () => {
    const merchant = await world.merchant();
    await sell(merchant, 1);
    const cartId = await newCart(merchant);
    for (const reference of ["font", "poster"]) {
      const body = { productId: productId(merchant, reference), quantity: 1 };
      await merchant.client.POST("/v1/cart/{cartId}/lines", { params: { path: { cartId } }, body });
      await readSession(merchant, await pay(await paymentPage(merchant, cartId)));
    }
    expect(dataOf(await list(merchant, { cartId })).map((order) => order.cartId)).toEqual([cartId, cartId]);
    expect(await idsOf(merchant, { cartId: "cart_unknown" })).toEqual([]);
  });

  test("to a member", async () => {
    const merchant = await world.merchant();
    await sell(merchant, 1);
    const memberSessionId = "session-of-ines";
    const member = { storeId: merchant.store.id, memberId: "ines", memberSessionId, expiresInSeconds: 3600 };
    await world.services.database.memberSessions.register(member);
    const opened = await openCheckout(merchant, await cartWith(merchant, { font: 1 }), { memberSessionId });
    await readSession(merchant, await pay(dataOf(opened).url));
    expect(dataOf(await list(merchant, { memberId: "ines" }))).toMatchObject([{ memberId: "ines" }]);
    expect(await idsOf(merchant, { memberId: "nora" })).toEqual([]);
  });

  test("to a status, and to what is or isn't fulfilled", async () => {
    const merchant = await world.merchant();
    const [sent, waiting, half, whole, failed] = [
      await buy(merchant, { font: 1 }),
      await buy(merchant, { font: 1 }),
      await buy(merchant, { font: 1 }),
      await buy(merchant, { font: 1 }),
      await debited(merchant),
    ];
    const path = { orderId: sent.id };
    await merchant.client.PATCH("/v1/orders/{orderId}", { params: { path }, body: { fulfilled: true } });
    await world.stripe.refund(half.payments[0]?.id ?? "", 100);
    await world.stripe.refund(whole.payments[0]?.id ?? "");
    await world.stripe.settle(failed.sessionId, "fail");
    await world.stripe.deliver();
    const pending = await debited(merchant);
    const all = [sent, waiting, half, whole, failed, pending].map(({ id }) => id);
    const statuses = ["pending", "paid", "partially_refunded", "refunded", "failed"] as const;
    const byStatus = await Promise.all(statuses.map((status) => idsOf(merchant, { status })));
    expect(byStatus.map((ids) => ids.sort())).toEqual([
      [pending.id],
      [sent.id, waiting.id].sort(),
      [half.id],
      [whole.id],
      [failed.id],
    ]);
    expect(await idsOf(merchant, { fulfilled: true })).toEqual([sent.id]);
    expect((await idsOf(merchant, { fulfilled: false })).sort()).toEqual(
      all.filter((id) => id !== sent.id).sort(),
    );
    expect(await idsOf(merchant, { status: "paid", fulfilled: false })).toEqual([waiting.id]);
  });

  async function debited(merchant: Merchant): Promise<{ id: string; sessionId: string }> {
    const url = await paymentPage(merchant, await cartWith(merchant, { font: 1 }));
    const sessionId = new URL(url).pathname.split("/").at(-1) ?? "";
    await world.stripe.pay(sessionId, { email: "ines@reader.example", paid: "later" });
    await readSession(merchant, sessionId);
    return { id: (await orderOf(merchant, sessionId)).id, sessionId };
  }

  test("to nothing for another store, whatever ids of this one are given", async () => {
    const [merchant, stranger] = [await world.merchant(), await world.merchant()];
    const { checkoutSessionId, cartId } = await buy(merchant, { font: 1 });
    for (const query of [{ sessionId: checkoutSessionId }, { cartId: cartId ?? "" }]) {
      expect(await idsOf(stranger, query)).toEqual([]);
    }
  });
});

test("404 NOT_FOUND with the same words after an order that doesn't exist and another store's", async () => {
  const [merchant, stranger] = [await world.merchant(), await world.merchant()];
  const [after = ""] = await sell(merchant, 1);
  const foreign = await list(stranger, { after });
  const unknown = await list(stranger, { after: "order_unknown" });
  expect([answerOf(foreign), answerOf(unknown)]).toEqual(["404 NOT_FOUND", "404 NOT_FOUND"]);
  expect(foreign.error).toEqual(unknown.error);
});

test.each(["limit=0", "limit=101", "limit=two", "status=sold", "fulfilled=perhaps", "after="])(
  "400 VALIDATION_ERROR for ?%s",
  async (query) => {
    const { key } = await world.merchant();
    const { status, code, text } = await send(world, "GET", `/v1/orders?${query}`, { key });
    expect([status, code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(text).toContain(query.split("=")[0]);
  },
);

testNotModified(world, async () => "/v1/orders");
testCommonRefusals(world, "listOrders");
testEveryResponse(world, "listOrders");

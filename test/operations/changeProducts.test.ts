import { testEveryResponse } from "@counterpart/testing";
import { afterAll, describe, expect, test } from "vitest";
import type { components } from "../../generated/types.ts";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import { startEventReceiver } from "../helpers/event-receiver.ts";
import { productBodies } from "../helpers/product-bodies.ts";
import { answerOf, cartWith, dataOf, isPayable, paymentPage, productId } from "../helpers/shopping.ts";
import { type Merchant, startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { global: 60, "product-reads": 500 } });
const receiver = await startEventReceiver();
afterAll(() => Promise.all([world.close(), receiver.close()]));
const { database } = world.services;

type Change = components["schemas"]["ProductChange"];
type Result = components["schemas"]["ProductChangeResult"];

const calendar = { name: "Tide calendar", priceInCents: 2400, type: "physical" } as const;

function send({ client }: Merchant, changes: Change[], key?: string) {
  return client.POST("/v1/products/batch", {
    body: { changes },
    ...(key !== undefined && { headers: { "Idempotency-Key": key } }),
  });
}

async function resultsOf(merchant: Merchant, changes: Change[]): Promise<Result[]> {
  return dataOf(await send(merchant, changes));
}

const statusesOf = (results: Result[]) => results.map(({ status }) => status);
const get = (merchant: Merchant, product: string) =>
  merchant.client.GET("/v1/products/{productId}", { params: { path: { productId: product } } });
const list = async ({ client }: Merchant) => dataOf(await client.GET("/v1/products"));

/** The product in a result, which must be a success. */
function productIn(result: Result | undefined) {
  if (result?.status !== 200) throw new Error(`This should have been made: ${JSON.stringify(result)}`);
  return result.data;
}

test("200 with a result for each kind of change, in order, as a GET would return the products", async () => {
  const merchant = await world.merchant();
  const [poster, font, monthly] = ["poster", "font", "monthly"].map((one) => productId(merchant, one));
  await database.stockLevels.change({ storeId: merchant.store.id, productId: poster ?? "" }, { to: 3 });
  const before = productIn({ status: 200, data: dataOf(await get(merchant, monthly ?? "")) });
  const results = await resultsOf(merchant, [
    { action: "create", product: { ...calendar, stock: 7 } },
    { action: "replace", productId: font ?? "", product: { ...calendar, name: "Font" } },
    { action: "update", productId: poster ?? "", product: { priceInCents: 3100 } },
    { action: "changeStock", productId: poster ?? "", change: -2 },
    { action: "delete", productId: monthly ?? "" },
  ]);
  expect(statusesOf(results)).toEqual([200, 200, 200, 200, 200]);
  expect(results.map((result) => productIn(result).stock)).toEqual([7, null, 3, 1, null]);
  expect(productIn(results[4])).toEqual({ ...before, isActive: false });
  for (const at of [0, 1, 3]) {
    const product = productIn(results[at]);
    expect(dataOf(await get(merchant, product._id))).toEqual(product);
  }
  expect(answerOf(await get(merchant, monthly ?? ""))).toBe("404 NOT_FOUND");
});

test.each(productBodies)("200 with %s, new or instead of another", async (_, body) => {
  const merchant = await world.merchant();
  const [added, replaced, updated] = await resultsOf(merchant, [
    { action: "create", product: { ...body, slug: null } },
    { action: "replace", productId: productId(merchant, "font"), product: { ...body, slug: null } },
    { action: "update", productId: productId(merchant, "poster"), product: body },
  ]);
  expect(productIn(added)).toMatchObject({ ...body, slug: null });
  expect(productIn(replaced)).toMatchObject({ ...body, slug: null });
  expect(productIn(updated)).toMatchObject(body);
});

test("200 with new products at the end of the list, in their order", async () => {
  const merchant = await world.merchant();
  const before = await list(merchant);
  const names = Array.from({ length: 100 }, (_, n) => `Print ${n}`);
  const changes = names.map((name): Change => ({ action: "create", product: { ...calendar, name } }));
  expect(statusesOf(await resultsOf(merchant, changes))).toEqual(names.map(() => 200));
  expect((await list(merchant)).slice(before.length).map(({ name }) => name)).toEqual(names);
});

test("200 with 100 long products within the limit of a body", async () => {
  const merchant = await world.merchant();
  const description = "Tide ".repeat(2000);
  const changes = Array.from(
    { length: 100 },
    (): Change => ({ action: "create", product: { ...calendar, description } }),
  );
  expect(new Set(statusesOf(await resultsOf(merchant, changes)))).toEqual(new Set([200]));
});

describe("200 for a change that is refused, with its own error, while the others are made:", () => {
  test("each of the operations' refusals", async () => {
    const [merchant, stranger] = [await world.merchant(), await world.merchant()];
    const [poster, font] = [productId(merchant, "poster"), productId(merchant, "font")];
    const foreign = productId(stranger, "poster");
    const seen = dataOf(await get(stranger, foreign));
    dataOf(await merchant.client.POST("/v1/products", { body: { ...calendar, slug: "tide" } }));
    await database.stockLevels.change({ storeId: merchant.store.id, productId: poster }, { to: 1 });
    const results = await resultsOf(merchant, [
      { action: "update", productId: foreign, product: { name: "Mine" } },
      { action: "delete", productId: "prod_unknown" },
      { action: "changeStock", productId: "poster", change: 1 },
      { action: "update", productId: "poster", product: { name: "By its reference" } },
      { action: "create", product: { ...calendar, slug: "tide" } },
      { action: "create", product: { ...calendar, type: "subscription" } },
      { action: "changeStock", productId: poster, change: -2 },
      { action: "changeStock", productId: font, change: 1 },
      { action: "delete", productId: font, ifMatch: '"earlier"' },
      { action: "update", productId: font, product: { name: "Font 2" } },
    ]);
    expect(results.map((one) => [one.status, "code" in one ? one.code : undefined])).toEqual([
      [404, "NOT_FOUND"],
      [404, "NOT_FOUND"],
      [404, "NOT_FOUND"],
      [404, "NOT_FOUND"],
      [409, "CONFLICT"],
      [409, "CONFLICT"],
      [409, "CONFLICT"],
      [409, "CONFLICT"],
      [412, "CONFLICT"],
      [200, undefined],
    ]);
    expect(results[5]).toMatchObject({
      details: [{ in: "body", pointer: "/changes/5/product/billingInterval" }],
    });
    expect(results[6]).toMatchObject({
      details: [{ pointer: "/changes/6/change", rule: "stock", productId: poster, available: 1 }],
    });
    expect(dataOf(await get(stranger, foreign))).toEqual(seen);
    expect(dataOf(await get(merchant, poster))).toMatchObject({ name: "Tide Poster", stock: 1 });
    expect(dataOf(await get(merchant, font)).name).toBe("Font 2");
  });

  test("a request of which everything is refused, which changes nothing and sends no event", async () => {
    const merchant = await world.merchant();
    const before = await list(merchant);
    const results = await resultsOf(merchant, [{ action: "delete", productId: "prod_unknown" }]);
    expect(statusesOf(results)).toEqual([404]);
    expect(await list(merchant)).toEqual(before);
  });
});

describe("200 for several changes of one product, of which later ones see earlier ones:", () => {
  test("a new price, stock and a deletion, after which it is unknown", async () => {
    const merchant = await world.merchant();
    const poster = productId(merchant, "poster");
    const results = await resultsOf(merchant, [
      { action: "update", productId: poster, product: { priceInCents: 100, stock: 2 } },
      { action: "changeStock", productId: poster, change: 3 },
      { action: "changeStock", productId: poster, change: -6 },
      { action: "delete", productId: poster },
      { action: "update", productId: poster, product: { name: "Again" } },
    ]);
    expect(statusesOf(results)).toEqual([200, 200, 409, 200, 404]);
    expect(productIn(results[1])).toMatchObject({ priceInCents: 100, stock: 5 });
    expect(answerOf(await get(merchant, poster))).toBe("404 NOT_FOUND");
  });

  test("a slug that moves from one product to another, and not the other way around", async () => {
    const merchant = await world.merchant();
    const [poster, font] = [productId(merchant, "poster"), productId(merchant, "font")];
    const slug = (product: string, is: string | null): Change => ({
      action: "update",
      productId: product,
      product: { slug: is },
    });
    dataOf(await send(merchant, [slug(poster, "a"), slug(font, "b")]));
    const tooEarly = await resultsOf(merchant, [slug(font, "a"), slug(poster, "c")]);
    expect(statusesOf(tooEarly)).toEqual([409, 200]);
    const swapped = await resultsOf(merchant, [
      slug(poster, null),
      slug(font, "c"),
      slug(poster, "b"),
      { action: "create", product: { ...calendar, slug: "b" } },
    ]);
    expect(statusesOf(swapped)).toEqual([200, 200, 200, 409]);
    expect(dataOf(await get(merchant, poster)).slug).toBe("b");
    expect(dataOf(await get(merchant, font)).slug).toBe("c");
  });

  test("the ETag of a GET, which an earlier change outdates", async () => {
    const merchant = await world.merchant();
    const poster = productId(merchant, "poster");
    const ifMatch = (await get(merchant, poster)).response.headers.get("ETag") ?? "";
    const change: Change = { action: "update", productId: poster, product: { name: "Ebb" }, ifMatch };
    const replacement: Change = { action: "replace", productId: poster, product: calendar, ifMatch };
    expect(statusesOf(await resultsOf(merchant, [change, change, replacement]))).toEqual([200, 412, 412]);
    expect(dataOf(await get(merchant, poster)).name).toBe("Ebb");
  });
});

test("200 and what is taken off sale closes open pages, and stock that is reserved stays reserved", async () => {
  const merchant = await world.merchant();
  const [poster, font] = [productId(merchant, "poster"), productId(merchant, "font")];
  const { id: storeId } = merchant.store;
  for (const product of [poster, font]) {
    await database.stockLevels.change({ storeId, productId: product }, { to: 9 });
  }
  const pages = [
    await paymentPage(merchant, await cartWith(merchant, { poster: 1 })),
    await paymentPage(merchant, await cartWith(merchant, { font: 2 })),
  ];
  dataOf(
    await send(merchant, [
      { action: "update", productId: poster, product: { isActive: false } },
      { action: "update", productId: font, product: { stock: null } },
      { action: "update", productId: font, product: { stock: 4 } },
    ]),
  );
  expect(await database.stockLevels.find(font)).toEqual({ quantity: 6, reserved: 2 });
  await world.sweep();
  expect(await Promise.all(pages.map(isPayable))).toEqual([false, true]);
});

test("200 and the audit trail has every change, and an event the last state of every product", async () => {
  const merchant = await world.merchant();
  const { id: storeId } = merchant.store;
  const poster = productId(merchant, "poster");
  await database.eventEndpoints.add({
    storeId,
    url: receiver.url,
    secret: "whsec_bm90IHVzZWQgYW55d2hlcmUgZWxzZSE=",
    types: null,
  });
  const results = await resultsOf(merchant, [
    { action: "update", productId: poster, product: { name: "Ebb", stock: 9 } },
    { action: "changeStock", productId: poster, change: -5 },
    { action: "create", product: calendar },
    { action: "delete", productId: productId(merchant, "font") },
  ]);
  await world.dispatch();
  const ids = results.map((result) => productIn(result)._id);
  const events = receiver.received.map(({ body }) => body as { type: string; data: { _id: string } });
  expect(events.map(({ type, data }) => [type, data._id]).toSorted()).toEqual(
    [
      ["product.changed", poster],
      ["product.changed", ids[2]],
      ["product.changed", ids[3]],
      ["product.stock_low", poster],
    ].toSorted(),
  );
  expect(events.find(({ data }) => data._id === poster)?.data).toMatchObject({ name: "Ebb", stock: 4 });
  const page = await database.auditTrail.list({ storeId, limit: 10 });
  expect(page?.entries.map(({ action }) => action).toReversed()).toEqual([
    "product.updated",
    "product.stock_changed",
    "product.created",
    "product.deleted",
  ]);
});

test("200 for concurrent requests, and all stock counts", async () => {
  const merchant = await world.merchant();
  const { id: storeId } = merchant.store;
  const both = ["poster", "font"].map((one) => productId(merchant, one));
  for (const product of both) await database.stockLevels.change({ storeId, productId: product }, { to: 0 });
  const changes = both.map((product): Change => ({ action: "changeStock", productId: product, change: 3 }));
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => send(merchant, n % 2 === 0 ? changes : changes.toReversed())),
  );
  expect(await Promise.all(both.map((product) => database.stockLevels.find(product)))).toEqual([
    { quantity: 60, reserved: 0 },
    { quantity: 60, reserved: 0 },
  ]);
});

test("200 once for one idempotency key, with the refusals too", async () => {
  const merchant = await world.merchant();
  const changes: Change[] = [
    { action: "create", product: calendar },
    { action: "delete", productId: "prod_unknown" },
  ];
  const before = (await list(merchant)).length;
  const first = await send(merchant, changes, "once");
  const second = await send(merchant, changes, "once");
  expect(second.response.headers.get("Idempotent-Replayed")).toBe("true");
  expect(dataOf(second)).toEqual(dataOf(first));
  expect(await list(merchant)).toHaveLength(before + 1);
});

test("409 CONFLICT for an idempotency key of another request, which changes nothing", async () => {
  const merchant = await world.merchant();
  dataOf(await send(merchant, [{ action: "create", product: calendar }], "once"));
  const before = await list(merchant);
  const refused = await send(
    merchant,
    [{ action: "create", product: { ...calendar, name: "Other" } }],
    "once",
  );
  expect(answerOf(refused)).toBe("409 CONFLICT");
  expect(await list(merchant)).toEqual(before);
});

describe("400 VALIDATION_ERROR, and nothing is changed,", () => {
  test.each<[string, unknown[], string]>([
    ["for no changes", [], "/changes"],
    ["for 101 changes", Array(101).fill({ action: "delete", productId: "prod_1" }), "/changes"],
    ["for an unknown action", [{ action: "rename", productId: "prod_1" }], "/changes/0/action"],
    ["without an action", [{ productId: "prod_1" }], "/changes/0/action"],
    [
      "if one of several doesn't match the schema",
      [
        { action: "create", product: calendar },
        { action: "create", product: { ...calendar, priceInCents: -1 } },
      ],
      "/changes/1/product/priceInCents",
    ],
    [
      "for a property of another action",
      [{ action: "delete", productId: "prod_1", change: 1 }],
      "/changes/0/change",
    ],
    [
      "for a change of nothing",
      [{ action: "update", productId: "prod_1", product: {} }],
      "/changes/0/product",
    ],
  ])("%s", async (_, changes, pointer) => {
    const merchant = await world.merchant();
    const before = await list(merchant);
    const refused = await send(merchant, changes as Change[]);
    expect(answerOf(refused)).toBe("400 VALIDATION_ERROR");
    const { details = [] } = refused.error as { details?: { pointer?: string }[] };
    expect(details.map((detail) => detail.pointer)).toContain(pointer);
    expect(await list(merchant)).toEqual(before);
  });
});

test("403 FORBIDDEN with a storefront's key, and nothing is changed", async () => {
  const merchant = await world.merchant();
  const { key } = await database.keys.create({ storeId: merchant.store.id, label: null });
  const before = await list(merchant);
  const changes: Change[] = [{ action: "create", product: calendar }];
  expect(answerOf(await send({ ...merchant, client: world.client(key) }, changes))).toBe("403 FORBIDDEN");
  expect(await list(merchant)).toEqual(before);
});

testCommonRefusals(world, "changeProducts");
testEveryResponse(world, "changeProducts");

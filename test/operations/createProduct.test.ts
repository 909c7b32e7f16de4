import { testEveryResponse } from "@counterpart/testing";
import { afterAll, describe, expect, test } from "vitest";
import type { components } from "../../generated/types.ts";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import { productBodies } from "../helpers/product-bodies.ts";
import { addLine, answerOf, dataOf, newCart } from "../helpers/shopping.ts";
import { type Merchant, startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { global: 60 } });
afterAll(() => world.close());

type NewProduct = components["schemas"]["NewProduct"];

const calendar = { name: "Tide calendar", priceInCents: 2400, type: "physical" } as const;

function create({ client }: Merchant, body: NewProduct, key?: string) {
  return client.POST("/v1/products", { body, ...(key && { headers: { "Idempotency-Key": key } }) });
}

const list = async ({ client }: Merchant) => dataOf(await client.GET("/v1/products"));

test("200 with defaults, at the end of the list, and it can be bought at once", async () => {
  const merchant = await world.merchant();
  const product = dataOf(await create(merchant, calendar));
  expect(product).toEqual({
    ...calendar,
    _id: expect.stringMatching(/^prod_[0-9a-z]{26}$/),
    storeId: merchant.store.id,
    currency: "eur",
    description: null,
    billingInterval: null,
    imageUrl: null,
    isActive: true,
    category: null,
    details: null,
    slug: null,
    group: null,
    options: [],
    images: [],
    sku: null,
    weightInGrams: null,
    compareAtPriceInCents: null,
    trialDays: null,
    requiresShipping: null,
    taxCode: null,
    stock: null,
    quantity: null,
    reserved: null,
  });
  expect((await list(merchant)).at(-1)).toEqual(product);
  const cartId = await newCart(merchant);
  const added = await addLine({ ...merchant, products: { new: product._id } }, cartId, "new");
  expect(dataOf(added).lines.map(({ name }) => name)).toEqual(["Tide calendar"]);
});

test("200 with everything that can be said, counted from the start", async () => {
  const merchant = await world.merchant();
  const given = {
    ...calendar,
    description: "Twelve months.",
    isActive: false,
    category: "Calendars",
    details: ["Cotton paper"],
    slug: "tide",
    group: { slug: "tides", name: "Tides" },
    options: [{ name: "Size", value: "A3" }],
    images: [{ url: "https://cdn.example.com/tide.jpg", alt: null }],
    stock: 3,
  };
  const product = dataOf(await create(merchant, given));
  expect(product).toMatchObject({ ...given, imageUrl: "https://cdn.example.com/tide.jpg" });
  const { database } = world.services;
  expect(await database.stockLevels.find(product._id)).toEqual({ quantity: 3, reserved: 0 });
});

test.each(productBodies)("200 with %s", async (_, body) => {
  expect(dataOf(await create(await world.merchant(), body))).toMatchObject(body);
});

test("409 CONFLICT again for one idempotency key, without another attempt", async () => {
  const merchant = await world.merchant();
  const { _id: productId } = dataOf(await create(merchant, { ...calendar, slug: "tide" }));
  expect(answerOf(await create(merchant, { ...calendar, slug: "tide" }, "once"))).toBe("409 CONFLICT");
  await merchant.client.DELETE("/v1/products/{productId}", { params: { path: { productId } } });
  const again = await create(merchant, { ...calendar, slug: "tide" }, "once");
  expect([answerOf(again), again.response.headers.get("Idempotent-Replayed")]).toEqual([
    "409 CONFLICT",
    "true",
  ]);
});

test("200 once for one idempotency key", async () => {
  const merchant = await world.merchant();
  const before = (await list(merchant)).length;
  const answers = [await create(merchant, calendar, "once"), await create(merchant, calendar, "once")];
  expect(dataOf(answers[1] as (typeof answers)[0])).toEqual(dataOf(answers[0] as (typeof answers)[0]));
  expect(await list(merchant)).toHaveLength(before + 1);
});

test("409 CONFLICT for a slug that another product has, and 200 in another store", async () => {
  const merchant = await world.merchant();
  dataOf(await create(merchant, { ...calendar, slug: "tide" }));
  expect(answerOf(await create(merchant, { ...calendar, slug: "tide" }))).toBe("409 CONFLICT");
  expect(answerOf(await create(await world.merchant(), { ...calendar, slug: "tide" }))).toBe("200");
});

describe("a slug that can't be a part of a URL", () => {
  const wrong = ["..", ".", "a/b", "a b", "a?b", "a#b", "a%20b", "a\\b", "a&b", "é\u0000"];

  test("409 CONFLICT for a product and for a group, and 200 for letters of any script", async () => {
    const merchant = await world.merchant();
    for (const slug of wrong) {
      expect(answerOf(await create(merchant, { ...calendar, slug })), slug).toBe("409 CONFLICT");
      const group = { slug, name: "Tides" };
      expect(answerOf(await create(merchant, { ...calendar, group })), slug).toBe("409 CONFLICT");
    }
    for (const slug of ["tide-calendar", "潮見表", "calendrier-marées_2027.v1~a", "a..b"]) {
      expect(answerOf(await create(merchant, { ...calendar, slug })), slug).toBe("200");
    }
  });

  test("stays on a product that has it, and can be changed", async () => {
    const merchant = await world.merchant();
    const { _id: productId } = dataOf(await create(merchant, { ...calendar, slug: "old" }));
    const { database } = world.services;
    const [stored] = (await database.products.listAll(merchant.store.id)).filter(
      ({ slug }) => slug === "old",
    );
    if (!stored) throw new Error("It was created.");
    const { _id, storeId, ...input } = stored;
    await database.products.import(merchant.store.id, [{ ...input, slug: "a/b" }]);
    const params = { path: { productId } };
    const update = (body: { name?: string; slug?: string }) =>
      merchant.client.PATCH("/v1/products/{productId}", { params, body });
    expect(dataOf(await update({ name: "Renamed" }))).toMatchObject({ name: "Renamed", slug: "a/b" });
    expect(answerOf(await update({ slug: "a/c" }))).toBe("409 CONFLICT");
    const read = dataOf(await merchant.client.GET("/v1/products/{productId}", { params }));
    const { _id: __, storeId: ___, currency, imageUrl, ...body } = read;
    expect(answerOf(await merchant.client.PUT("/v1/products/{productId}", { params, body }))).toBe("200");
    expect(dataOf(await update({ slug: "a-c" }))).toMatchObject({ slug: "a-c" });
  });
});

test("403 FORBIDDEN with a key for storefronts, and nothing is added; 403 PRO_PLAN_REQUIRED comes first", async () => {
  const merchant = await world.merchant();
  const { database } = world.services;
  const { key } = await database.keys.create({ storeId: merchant.store.id, label: null });
  const before = await list(merchant);
  const refused = await create({ ...merchant, client: world.client(key) }, calendar);
  expect(answerOf(refused)).toBe("403 FORBIDDEN");
  expect(refused.error?.error).toContain("catalog");
  expect(await list(merchant)).toEqual(before);
  const free = await world.merchant({ plan: "free" });
  const { key: freeKey } = await database.keys.create({ storeId: free.store.id, label: null });
  const first = await create({ ...free, client: world.client(freeKey) }, calendar);
  expect(answerOf(first)).toBe("403 PRO_PLAN_REQUIRED");
});

test("403 FORBIDDEN at a storefront's operation with a key that only changes the catalog", async () => {
  const merchant = await world.merchant();
  const { key } = await world.services.database.keys.create({
    storeId: merchant.store.id,
    label: null,
    scopes: ["catalog"],
  });
  const client = world.client(key);
  expect(answerOf(await client.POST("/v1/cart"))).toBe("403 FORBIDDEN");
  expect(answerOf(await create({ ...merchant, client }, calendar))).toBe("200");
});

describe("400 VALIDATION_ERROR", () => {
  test.each([
    [
      "an image at an address that runs a script",
      { ...calendar, images: [{ url: "javascript:1", alt: null }] },
      "/images/0/url",
    ],
    ["a negative stock", { ...calendar, stock: -1 }, "/stock"],
    ["a currency", { ...calendar, currency: "usd" }, "/currency"],
  ])("for %s", async (_, body, pointer) => {
    const merchant = await world.merchant();
    const before = await list(merchant);
    const refused = await create(merchant, body as NewProduct);
    expect(answerOf(refused)).toBe("400 VALIDATION_ERROR");
    const { details = [] } = refused.error as { details?: { pointer?: string }[] };
    expect(details.map((detail) => detail.pointer ?? "")).toContain(pointer);
    expect(await list(merchant)).toEqual(before);
  });
});

test("200 with characters that can't be stored replaced", async () => {
  const merchant = await world.merchant();
  expect(dataOf(await create(merchant, { ...calendar, name: "Ti\0de\ud800" })).name).toBe("Ti\ufffdde\ufffd");
});

test.each([
  ["a subscription without an interval", { ...calendar, type: "subscription" as const }],
  ["an interval of something else", { ...calendar, billingInterval: "month" as const }],
])("409 CONFLICT for %s, and nothing is added", async (_, body) => {
  const merchant = await world.merchant();
  const before = await list(merchant);
  const refused = await create(merchant, body);
  expect(answerOf(refused)).toBe("409 CONFLICT");
  expect(refused.error?.error).toContain("billingInterval");
  expect(await list(merchant)).toEqual(before);
});

test("409 CONFLICT for a price that the provider can't charge in the store's currency", async () => {
  const merchant = await world.merchant({ currency: "kwd" }, []);
  expect(answerOf(await create(merchant, { ...calendar, priceInCents: 2405 }))).toBe("409 CONFLICT");
  expect(dataOf(await create(merchant, { ...calendar, priceInCents: 2410 })).currency).toBe("kwd");
});

test("the audit trail and the events have it", async () => {
  const merchant = await world.merchant();
  const { database } = world.services;
  const product = dataOf(await create(merchant, calendar));
  const page = await database.auditTrail.list({
    storeId: merchant.store.id,
    limit: 10,
    objectId: product._id,
  });
  expect(page?.entries.map(({ action, by }) => [action, by?.kind])).toEqual([["product.created", "api_key"]]);
});

testCommonRefusals(world, "createProduct");
testEveryResponse(world, "createProduct");

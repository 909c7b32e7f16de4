import { send, testEveryResponse } from "@counterpart/testing";
import { afterAll, describe, expect, test } from "vitest";
import type { ProductInput } from "../../server/database/queries/products/products.ts";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import { testNotModified } from "../helpers/conditional-requests.ts";
import { answerOf, dataOf, productId } from "../helpers/shopping.ts";
import { type Merchant, manyProducts, sampleProducts, startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { "product-reads": 60 }, catalogLimits: { maxProducts: 250 } });
afterAll(() => world.close());

test("200 the active products of this store, in the merchant's order, with all their fields", async () => {
  const { client, store, products } = await world.merchant();
  await world.merchant();
  expect(dataOf(await client.GET("/v1/products"))).toEqual(
    sampleProducts
      .filter(({ isActive }) => isActive)
      .map(({ reference, ...product }) => ({
        _id: products[reference],
        storeId: store.id,
        ...product,
        sku: null,
        weightInGrams: null,
        compareAtPriceInCents: null,
        trialDays: null,
        requiresShipping: product.type === "subscription" ? false : null,
        taxCode: null,
        stock: null,
        quantity: null,
        reserved: null,
      })),
  );
});

test("200 an empty list for a store without products", async () => {
  const { client } = await world.merchant({}, []);
  expect(dataOf(await client.GET("/v1/products"))).toEqual([]);
});

test("200 without a product that has just been taken off sale, and with one that has come back", async () => {
  const { client, store } = await world.merchant();
  await world.services.database.products.import(
    store.id,
    sampleProducts.map((product) => ({ ...product, isActive: !product.isActive })),
  );
  expect(dataOf(await client.GET("/v1/products")).map(({ name }) => name)).toEqual(["Old Poster"]);
});

test("409 CONFLICT without parameters, if there are more products than allowed", async () => {
  const { client } = await world.merchant({}, manyProducts(251));
  expect(answerOf(await client.GET("/v1/products"))).toBe("409 CONFLICT");
  expect(dataOf(await client.GET("/v1/products", { params: { query: { limit: 100 } } }))).toHaveLength(100);
});

test("404 NOT_FOUND without parameters, when the key's store has been removed", async () => {
  const { client } = await world.merchant();
  const answer = await world.withServices(
    (services) => ({ ...services, catalogs: { read: async () => undefined } }),
    () => client.GET("/v1/products"),
  );
  expect(answerOf(answer)).toBe("404 NOT_FOUND");
});

test("200 for a store that isn't published", async () => {
  const { client } = await world.merchant({ isPublished: false });
  expect(dataOf(await client.GET("/v1/products"))).toHaveLength(6);
});

const all = sampleProducts.filter(({ isActive }) => isActive).map(({ reference }) => reference);

async function listPage(merchant: Merchant, search: string) {
  const response = await world.fetch(`${world.url}/v1/products${search}`, {
    headers: { Authorization: `Bearer ${merchant.key}` },
  });
  const body = (await response.json()) as { data?: { _id: string }[]; code?: string; error?: string };
  const referenceOf = new Map(Object.entries(merchant.products).map(([reference, id]) => [id, reference]));
  return {
    status: response.status,
    code: body.code,
    error: body.error,
    references: body.data?.map(({ _id }) => referenceOf.get(_id)),
    link: response.headers.get("Link"),
  };
}

test("200 page after page, by the URL in Link, until there is none", async () => {
  const merchant = await world.merchant();
  let seen: unknown[] = [];
  let pages = 0;
  for (let search: string | undefined = "?limit=2"; search !== undefined; pages++) {
    const { references = [], link }: Awaited<ReturnType<typeof listPage>> = await listPage(merchant, search);
    seen = [...seen, ...references];
    const [, address = ""] = /^<([^>]+)>; rel="next"$/.exec(link ?? "") ?? [];
    const next = link === null ? undefined : new URL(address, `${world.url}/v1/products`);
    if (next) expect(next.pathname).toBe("/v1/products");
    search = next?.search;
  }
  expect(seen).toEqual(all);
  expect(pages).toBe(3);
});

test("200 with filters, which the next page keeps", async () => {
  const merchant = await world.merchant();
  const ids = ["poster", "monthly", "yearly", "retired"].map((one) => productId(merchant, one)).join(",");
  const search = `?limit=1&type=subscription&ids=${ids}&q=print%20cl%C3%BCb`;
  const { references, link } = await listPage(merchant, search);
  expect(references).toEqual(["monthly"]);
  expect(link).toBe(`</v1/products${search}&after=${productId(merchant, "monthly")}>; rel="next"`);
  const next = await listPage(merchant, link?.slice("</v1/products".length, link.indexOf(">")) ?? "");
  expect(next).toMatchObject({ references: ["yearly"], link: null });
});

test("200 with each type", async () => {
  const merchant = await world.merchant();
  for (const type of ["digital", "subscription", "physical"]) {
    expect(await listPage(merchant, `?type=${type}`)).toMatchObject({ status: 200 });
  }
});

test("200 with any text as the category", async () => {
  const category = "Prints & more, 50% “off” / +";
  const merchant = await world.merchant(
    {},
    sampleProducts.map((product) => ({ ...product, ...(product.reference !== "font" && { category }) })),
  );
  const { references, link } = await listPage(merchant, `?limit=1&category=${encodeURIComponent(category)}`);
  expect(references).toEqual(["poster"]);
  const next = await listPage(merchant, link?.slice("</v1/products".length, link.indexOf(">")) ?? "");
  expect(next.references).toEqual(["notebook"]);
});

test("200 a page of 100 when any parameter but limit is given", async () => {
  const [poster] = sampleProducts as [ProductInput];
  const many = Array.from({ length: 101 }, (_, n) => ({ ...poster, reference: `poster-${n}` }));
  const merchant = await world.merchant({}, many);
  const { references, link } = await listPage(merchant, "?type=physical");
  expect(references).toHaveLength(100);
  expect(link).toContain("after=");
  expect((await listPage(merchant, "")).references).toHaveLength(101);
});

test.each(["?page=2", "?colour=blue&sort=price", "?"])(
  "200 the whole list for %s, since unknown parameters are ignored",
  async (search) => {
    const merchant = await world.merchant();
    expect(await listPage(merchant, search)).toMatchObject({ status: 200, references: all, link: null });
  },
);

test("200 with an unknown parameter in every list", async () => {
  const { key } = await world.merchant();
  for (const path of ["/v1/products", "/v1/orders", "/v1/subscriptions"]) {
    for (const search of ["?colour=blue", "?limit=1&colour=blue"]) {
      expect((await send(world, "GET", path + search, { key })).status, path).toBe(200);
    }
  }
});

test.each([
  "?limit=0",
  "?limit=101",
  "?limit=ten",
  "?limit=",
  "?after=",
  "?after=monthly",
  "?type=service",
  "?type=",
  "?category=",
  "?ids=",
  `?ids=${Array(101).fill("prod_1")}`,
  "?q=",
  `?q=${"a".repeat(201)}`,
])("400 VALIDATION_ERROR for %s", async (search) => {
  const merchant = await world.merchant();
  expect(await listPage(merchant, search)).toMatchObject({ status: 400, code: "VALIDATION_ERROR" });
});

test("404 NOT_FOUND with the same words after an unknown product and another store's", async () => {
  const [merchant, stranger] = [await world.merchant(), await world.merchant()];
  const unknown = await listPage(merchant, "?after=prod_unknown");
  const foreign = await listPage(merchant, `?after=${productId(stranger, "poster")}`);
  expect(unknown).toMatchObject({ status: 404, code: "NOT_FOUND" });
  expect(foreign).toEqual(unknown);
});

test("200 what follows a product that was deleted meanwhile, for a week", async () => {
  const merchant = await world.merchant();
  const first = await listPage(merchant, "?limit=1");
  const [product = ""] = first.references ?? [];
  const next = first.link?.slice("</v1/products".length, first.link.indexOf(">")) ?? "";
  const rest = (await listPage(merchant, next)).references;
  const { database } = world.services;
  await database.managedProducts.delete({ storeId: merchant.store.id, product }, () => {});
  expect(await listPage(merchant, next)).toMatchObject({ status: 200, references: rest });
  const stranger = await world.merchant();
  expect(await listPage(stranger, next)).toMatchObject({ status: 404 });
  await database.retention.deleteOld("deletedProducts", { now: world.clock.now + 7 * 86_400_000, limit: 10 });
  expect(await listPage(merchant, next)).toMatchObject({ status: 404 });
});

describe("a product", () => {
  async function shop() {
    const [poster] = sampleProducts as [ProductInput];
    const longSlug = "潮".repeat(1000);
    return world.merchant({}, [
      { ...poster, reference: "red", slug: "mug-red", sku: "MUG-1", name: "Cup" },
      { ...poster, reference: "blue", slug: "mug-blue", sku: "MUG-10", name: "Cup" },
      { ...poster, reference: "named", slug: longSlug, name: "Replaces mug-1", sku: null },
      { ...poster, reference: "longer", slug: `${longSlug}2`, name: "Other", sku: "--" },
      { ...poster, reference: "off", slug: "mug-off", sku: "OFF-1", isActive: false },
    ]);
  }

  test.each([
    ["mug-red", ["red"]],
    ["mug", []],
    ["mug-off", []],
    ["潮".repeat(1000), ["named"]],
  ])("200 is found by the slug %s", async (slug, references) => {
    const merchant = await shop();
    const search = `?slug=${encodeURIComponent(slug)}`;
    expect(await listPage(merchant, search)).toMatchObject({ status: 200, references });
    expect((await listPage(await world.merchant(), search)).references).toEqual([]);
  });

  test.each([
    ["MUG-1", ["red", "named"]],
    ["mug-10", ["blue"]],
    ["--", ["longer"]],
    ["OFF-1", []],
  ])("200 is found by its SKU %s beside the words, in the merchant's order", async (q, references) => {
    const merchant = await shop();
    expect((await listPage(merchant, `?q=${q}`)).references).toEqual(references);
    const first = await listPage(merchant, `?q=${q}&limit=1`);
    expect(first.references).toEqual(references.slice(0, 1));
    expect((await listPage(merchant, `?q=${q}&category=None`)).references).toEqual([]);
  });
});

testNotModified(world, async () => "/v1/products");
testCommonRefusals(world, "listProducts");
testEveryResponse(world, "listProducts");

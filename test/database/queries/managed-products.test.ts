import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "../../../server/database/database.ts";
import type { ManagedProductList } from "../../../server/database/queries/products/managed-products.ts";
import type { ProductInput } from "../../../server/database/queries/products/products.ts";
import { openForPlans } from "../../helpers/data/query-plans.ts";
import { emptyPostgres, emptySqlite, type TestDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";
import { sampleProducts } from "../../helpers/world.ts";

const [sample] = sampleProducts as [ProductInput];

/** Every third is a calendar; b, e and h aren't for sale. */
const inputs = "abcdefghij".split("").map(
  (letter, n): ProductInput => ({
    ...sample,
    reference: `SKU-${letter.toUpperCase()}`,
    name: `Harbour view ${letter}${letter}`,
    category: n === 9 ? null : n % 3 === 0 ? "Calendars" : "Prints",
    isActive: n % 3 !== 1,
  }),
);

/** a, d, f, i are one group, under two names; c, e and j another one; b, g and h have none. */
const inGroups = inputs.map((input): ProductInput => {
  const letter = input.reference.slice(-1).toLowerCase();
  if ("adfi".includes(letter)) return { ...input, group: { slug: "views", name: `Views ${letter}` } };
  return "cej".includes(letter) ? { ...input, group: { slug: 'a "quoted" slug', name: "Others" } } : input;
});

async function newStore(database: Database, slug: string, products = inputs): Promise<string> {
  const store = await database.stores.create({ slug, name: "Quay", currency: "eur", plan: "pro" });
  if (!store) throw new Error("The slug is taken.");
  await database.products.import(store.id, products);
  return store.id;
}

function suite(newDatabase: () => Promise<TestDatabase>): void {
  let testDatabase: TestDatabase;
  let database: Database;
  let storeId: string;
  beforeAll(async () => {
    testDatabase = await newDatabase();
    database = await openDatabase(testDatabase.url, Date.now);
    storeId = await newStore(database, "quay");
    await newStore(database, "other");
  });
  afterAll(async () => {
    await database.close();
    await testDatabase.drop();
  });

  /** The letters on all pages of one product each. */
  async function lettersOf(filter: Partial<ManagedProductList>): Promise<string> {
    let letters = "";
    for (let after: string | undefined; ; ) {
      const page = await database.managedProducts.list({ storeId, limit: 1, after, ...filter });
      if (!page) throw new Error("There is no such page.");
      letters += page.products.map(({ reference }) => reference.slice(-1).toLowerCase()).join("");
      if (!page.hasMore) return letters;
      after = page.products.at(-1)?._id;
    }
  }

  test.each<[string, Partial<ManagedProductList>, string]>([
    ["everything", {}, "abcdefghij"],
    ["products for sale", { isActive: true }, "acdfgij"],
    ["products off sale", { isActive: false }, "beh"],
    ["a category", { category: "Calendars" }, "adg"],
    ["a category with some products for sale", { category: "Prints" }, "bcefhi"],
    ["a category with no products for sale", { category: "Prints", isActive: false }, "beh"],
    ["words", { q: "view harb" }, "abcdefghij"],
    ["words of products for sale", { q: "harb", isActive: true }, "acdfgij"],
    ["words of products off sale", { q: "harb", isActive: false }, "beh"],
    ["words in a category", { q: "harb", category: "Calendars" }, "adg"],
    ["words of a product off sale", { q: "ee" }, "e"],
    ["words of no product", { q: "zebra" }, ""],
    ["a reference", { q: " SKU-C " }, "c"],
    ["a reference in small letters", { q: "sku-c" }, "c"],
    ["a reference in another category", { q: "SKU-C", category: "Calendars" }, ""],
    ["a reference of a product off sale", { q: "SKU-B", isActive: true }, ""],
    ["only punctuation", { q: "…" }, ""],
  ])("lists %s in the merchant's order, page by page", async (_, filter, letters) => {
    expect(await lettersOf(filter)).toBe(letters);
  });

  test("finds a product by its id, and none of another store", async () => {
    const [first] = await database.products.listAll(storeId);
    expect(await lettersOf({ q: first?._id ?? "" })).toBe("a");
    const other = await database.stores.findBySlug("other");
    expect(await lettersOf({ storeId: other?.id ?? "", q: first?._id ?? "" })).toBe("");
  });

  test.each<[string, Partial<ManagedProductList>, string]>([
    ["each group once", {}, "abcgh"],
    ["groups with variants for sale", { isActive: true }, "acg"],
    ["groups with variants off sale", { isActive: false }, "beh"],
    ["groups with variants in a category", { category: "Prints" }, "bcfh"],
    ["groups with variants for sale in a category", { category: "Calendars", isActive: true }, "ag"],
  ])("lists %s", async (_, filter, letters) => {
    const grouped = await database.stores.findBySlug("grouped");
    const id = grouped?.id ?? (await newStore(database, "grouped", inGroups));
    expect(await lettersOf({ storeId: id, isGrouped: true, ...filter })).toBe(letters);
  });

  test("lists a group's variants, and none of another store's group", async () => {
    const id = await newStore(database, "variants", inGroups);
    expect(await lettersOf({ storeId: id, group: "views" })).toBe("adfi");
    expect(await lettersOf({ storeId: id, group: "views", isActive: true })).toBe("adfi");
    expect(await lettersOf({ storeId: id, group: "nothing" })).toBe("");
    expect(await lettersOf({ group: "views" })).toBe("");
  });

  test("names each category once, in order", async () => {
    expect(await database.managedProducts.categories(storeId)).toEqual(["Calendars", "Prints"]);
    const drafts = await newStore(database, "drafts", [
      ...inputs,
      { ...sample, reference: "draft", category: "Drafts", isActive: false },
    ]);
    expect(await database.managedProducts.categories(drafts)).toEqual(["Calendars", "Drafts", "Prints"]);
    expect(await database.managedProducts.categories("store_unknown")).toEqual([]);
  });
}

describe("the merchant's list, in SQLite", () => suite(emptySqlite));
withPostgres("the merchant's list, in PostgreSQL", (server) => suite(() => emptyPostgres(server)));

test("no page of the merchant's list reads more rows than it shows, in SQLite", async () => {
  const { database, plansOf } = await openForPlans();
  const storeId = await newStore(database, "quay");
  const { list, categories } = database.managedProducts;
  const plans = await plansOf(
    async () => {
      for (const q of [{}, { q: "harb" }]) {
        for (const category of [{}, { category: "Prints" }]) {
          for (const isActive of [{}, { isActive: true }, { isActive: false }]) {
            await list({ storeId, limit: 2, ...q, ...category, ...isActive });
            await list({ storeId, limit: 2, ...q, ...category, ...isActive, isGrouped: true });
          }
        }
      }
      await list({ storeId, limit: 2, group: "views" });
      await categories(storeId);
    },
    (sql) => /from "?products/.test(sql),
  );
  expect(plans.length).toBeGreaterThan(8);
  for (const { sql, details } of plans) {
    // No two products share a position, so nothing has to be sorted by the last term, the id.
    const readsAll = sql.includes("recursive")
      ? /SCAN products/
      : /TEMP B-TREE FOR (?!LAST TERM)|SCAN products/;
    expect(
      details.filter((detail) => readsAll.test(detail)),
      sql,
    ).toEqual([]);
    // Without words, an index covers the query.
    if (sql.includes("not exists"))
      expect(details.join(), sql).toMatch(/other USING INDEX products_by_group /);
    if (sql.includes("position") && !sql.includes("search")) {
      const index = sql.includes("->> 'slug') = ?")
        ? /INDEX products_by_group /
        : sql.includes(`"category" =`)
          ? /INDEX products_(for_sale|not_for_sale)_by_category /
          : sql.includes(`"is_active" =`)
            ? /INDEX products_(for_sale|not_for_sale) /
            : /INDEX products_listed /;
      expect(details.join(), sql).toMatch(index);
    }
  }
});

import { expect, test } from "vitest";
import { openForPlans } from "../../helpers/data/query-plans.ts";
import { sampleProducts } from "../../helpers/world.ts";

test("a page is read from an index in its order, however many products there are", async () => {
  const { database, plansOf } = await openForPlans();
  const store = await database.stores.create({ slug: "quay", name: "Quay", currency: "eur", plan: "pro" });
  if (!store) throw new Error("The slug is taken.");
  await database.products.import(store.id, sampleProducts);
  const [first] = await database.products.listAll(store.id);
  const page = { storeId: store.id, limit: 1, after: first?._id };
  const plans = await plansOf(
    async () => {
      for (const words of [{}, { q: "print" }]) {
        await database.productPages.read({ ...page, ...words });
        await database.productPages.read({ ...page, ...words, category: "Prints" });
        await database.productPages.read({ ...page, ...words, type: "physical" });
        await database.productPages.read({ ...page, ...words, category: "Prints", type: "physical" });
      }
    },
    (sql) => /limit/.test(sql) && /"products"/.test(sql),
  );
  expect(plans).toHaveLength(8);
  for (const { sql, details } of plans) {
    expect(
      details.filter((detail) => /TEMP B-TREE|SCAN products/.test(detail)),
      sql,
    ).toEqual([]);
    const filters = ["category", "type"].filter((column) => sql.includes(`"products"."${column}" =`));
    if (!sql.includes("product_search")) {
      expect(details.join(), sql).toContain(`INDEX ${["products_for_sale", ...filters].join("_by_")} (`);
    }
  }
});

test("a page of groups is read from the same index, and their variants from that of groups", async () => {
  const { database, plansOf } = await openForPlans();
  const store = await database.stores.create({ slug: "quay", name: "Quay", currency: "eur", plan: "pro" });
  if (!store) throw new Error("The slug is taken.");
  const groupOf = (slug: string) => ({ slug, name: "Poster" });
  await database.products.import(
    store.id,
    sampleProducts.map((one) => ({ ...one, group: groupOf(one.reference) })),
  );
  const plans = await plansOf(
    () => database.productPages.readGroups({ storeId: store.id, limit: 3, from: 1 }),
    (sql) => /from "products"/.test(sql),
  );
  expect(plans).toHaveLength(2);
  const [firsts, variants] = plans;
  expect(firsts?.details.join("\n")).toMatch(/products USING INDEX products_for_sale \(/);
  for (const { sql, details } of plans) {
    expect(
      details.filter((detail) => /SCAN/.test(detail)),
      sql,
    ).toEqual([]);
  }
  expect(firsts?.details.filter((detail) => /TEMP B-TREE/.test(detail))).toEqual([]);
  for (const one of [firsts, variants]) expect(one?.details.join("\n")).toContain("products_by_group");
});

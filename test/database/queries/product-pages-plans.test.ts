import { expect, test } from "vitest";
import { openForPlans } from "../../helpers/data/query-plans.ts";
import { sampleProducts } from "../../helpers/world.ts";

test("a page is read from an index in its order, however many products there are", async () => {
  const { database, plansOf } = await openForPlans();
  const store = await database.stores.create({ slug: "quay", name: "Quay", currency: "eur", plan: "pro" });
  if (!store) throw new Error("The slug is taken.");
  await database.products.import(store.id, sampleProducts);
  const [first] = await database.products.listActive(store.id);
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

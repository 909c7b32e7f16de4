import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "../../../server/database/database.ts";
import { emptySqlite } from "../../helpers/data/test-database.ts";
import { sampleProducts } from "../../helpers/world.ts";

test("a page is read from an index in its order, however many products there are", async () => {
  const testDatabase = await emptySqlite();
  const database = await openDatabase(testDatabase.url, Date.now);
  const file = new DatabaseSync(testDatabase.url.slice("file:".length));
  onTestFinished(async () => {
    vi.restoreAllMocks();
    file.close();
    await database.close();
    await testDatabase.drop();
  });
  const store = await database.stores.create({ slug: "quay", name: "Quay", currency: "eur", plan: "pro" });
  if (!store) throw new Error("The slug is taken.");
  await database.products.import(store.id, sampleProducts);
  const [first] = await database.products.listActive(store.id);
  const prepare = vi.spyOn(DatabaseSync.prototype, "prepare");
  const page = { storeId: store.id, limit: 1, after: first?._id };
  for (const words of [{}, { q: "print" }]) {
    await database.productPages.read({ ...page, ...words });
    await database.productPages.read({ ...page, ...words, category: "Prints" });
    await database.productPages.read({ ...page, ...words, type: "physical" });
    await database.productPages.read({ ...page, ...words, category: "Prints", type: "physical" });
  }
  const asked = prepare.mock.calls.map(([sql]) => sql);
  prepare.mockRestore();
  const statements = [...new Set(asked)].filter((sql) => /limit/.test(sql) && /"products"/.test(sql));
  expect(statements).toHaveLength(8);
  for (const sql of statements) {
    const parameters = Array.from(sql.matchAll(/\?/g), () => 1);
    const plan = file.prepare(`explain query plan ${sql}`).all(...parameters);
    const details = plan.map(({ detail }) => String(detail));
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

import { describe, expect, test } from "vitest";
import type { Cache } from "../../../server/database/cache.ts";
import { catalogQueries } from "../../../server/database/queries/products/catalogs.ts";
import type { Store } from "../../../server/database/queries/stores.ts";
import type { Product } from "../../../server/domain/product.ts";

const store = { id: "store_1", name: "Before" } as Store;

/** A catalog whose two parts change between reads, `changes` times. */
function catalogThatChanges(changes: number) {
  let revision = 1;
  let left = changes;
  const products = async () => {
    if (left-- > 0) revision++;
    return [{ _id: `as of ${revision}` }] as Product[];
  };
  const cache: Pick<Cache, "getOrLoad" | "revision"> = {
    getOrLoad: async (_, read) => read(),
    revision: async () => revision,
  };
  const stores = { find: async () => ({ ...store, name: `as of ${revision}` }) };
  return catalogQueries(cache as Cache, stores, { listActive: products });
}

describe("store and products are from one snapshot", () => {
  test.each([0, 1, 2])("even if they change %d times during the read", async (changes) => {
    const catalog = await catalogThatChanges(changes).read("store_1");
    if (typeof catalog === "string") throw new Error(`It is ${catalog}.`);
    expect(catalog.products[0]?._id).toBe(catalog.store.name);
  });

  test("or the result says that the catalog is changing", async () => {
    expect(await catalogThatChanges(100).read("store_1")).toBe("changing");
  });
});

test("an unknown store is reported as gone", async () => {
  const cache = {
    getOrLoad: async (_: string, read: () => Promise<object | undefined>) => read(),
    revision: async () => 1,
  };
  const queries = catalogQueries(
    cache as Cache,
    { find: async () => undefined },
    { listActive: async () => [] },
  );
  expect(await queries.read("store_1")).toBe("gone");
});

import type { Database } from "../../../server/database/database.ts";
import type { ProductInput } from "../../../server/database/queries/products/products.ts";
import type { NewStore, Store } from "../../../server/database/queries/stores.ts";
import { keyScopes } from "../../../server/domain/key-scopes.ts";

export interface SeededMerchant {
  store: Store;
  key: string;
  /** Ids by reference. */
  products: Record<string, string>;
}

/** Adds a store with a key and products to a database; published, Pro and payable by default. */
export async function seedMerchant(
  database: Pick<Database, "stores" | "keys" | "products">,
  changes: Partial<NewStore> & Pick<NewStore, "slug">,
  inputs: ProductInput[],
): Promise<SeededMerchant> {
  const store = await database.stores.create({
    name: "Harbour Press",
    currency: "eur",
    plan: "pro",
    isPublished: true,
    paymentsConfigured: true,
    ...changes,
  });
  if (!store) throw new Error("The slug is taken.");
  const { key } = await database.keys.create({ storeId: store.id, label: "test", scopes: keyScopes });
  await database.products.import(store.id, inputs);
  const products = Object.fromEntries(
    (await database.products.listAll(store.id)).map(({ reference, _id }) => [reference, _id]),
  );
  return { store, key, products };
}

import type { Store } from "../../server/database/database.ts";
import type { ProductInput } from "../../server/database/queries/products.ts";
import type { NewShop, Shop } from "../../server/database/queries/stores.ts";

export interface SeededMerchant {
  shop: Shop;
  key: string;
  /** Ids by reference. */
  products: Record<string, string>;
}

/** Puts a store with a key and products into a database; published, Pro and payable unless told otherwise. */
export async function seedMerchant(
  store: Pick<Store, "stores" | "keys" | "products">,
  changes: Partial<NewShop> & Pick<NewShop, "slug">,
  inputs: ProductInput[],
): Promise<SeededMerchant> {
  const shop = await store.stores.create({
    name: "Harbour Press",
    currency: "eur",
    plan: "pro",
    isPublished: true,
    paymentsConfigured: true,
    ...changes,
  });
  if (!shop) throw new Error("The slug is taken.");
  const { key } = await store.keys.create({ storeId: shop.id, label: "test" });
  await store.products.import(shop.id, inputs);
  const products = Object.fromEntries(
    (await store.products.listAll(shop.id)).map(({ reference, _id }) => [reference, _id]),
  );
  return { shop, key, products };
}

import type { Store } from "../database/database.ts";
import type { Shop } from "../database/queries/stores.ts";

/** The store of a caller who holds a live key. That it is gone would be a surprise: stores aren't deleted. */
export async function shopOf(store: Pick<Store, "stores">, storeId: string): Promise<Shop> {
  const shop = await store.stores.find(storeId);
  if (!shop) throw new Error("The store of a live key is gone.");
  return shop;
}

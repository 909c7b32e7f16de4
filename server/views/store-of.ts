import type { Database } from "../database/database.ts";
import type { Store } from "../database/queries/stores.ts";

/** The store of a caller who holds a live key. Throws when it is gone, which is unexpected: stores aren't deleted. */
export async function storeOf(database: Pick<Database, "stores">, storeId: string): Promise<Store> {
  const store = await database.stores.find(storeId);
  if (!store) throw new Error("The store of a live key is gone.");
  return store;
}

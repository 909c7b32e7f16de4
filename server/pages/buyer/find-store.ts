import { boundCalls } from "../../database/concurrency/bounded-calls.ts";
import type { Database } from "../../database/database.ts";
import type { Store } from "../../database/queries/stores.ts";

/**
 * Finds the store of a link; undefined if there is none. Links need no key and ids can be made up, so
 * look-ups are limited. Throws if the database is unavailable or too many requests wait.
 */
export function createFindStore(stores: Pick<Database["stores"], "find">) {
  const lookUps = boundCalls({
    maxRunning: 4,
    maxWaiting: 100,
    timeoutMs: 2000,
    refusal: () => new Error("Too many concurrent page requests."),
  });
  return async (storeId: unknown): Promise<Store | undefined> => {
    if (typeof storeId !== "string" || !/^store_[0-9a-z]{26}$/.test(storeId)) return undefined;
    return lookUps(async () => stores.find(storeId));
  };
}

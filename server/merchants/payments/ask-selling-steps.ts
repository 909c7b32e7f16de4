import type { Database } from "../../database/database.ts";
import type { Store } from "../../database/queries/stores.ts";
import type { Clock } from "../../domain/clock.ts";
import type { Provider } from "../../payments/provider/provider.ts";
import { readAccountState } from "./account-state.ts";
import { type SellingStep, type StepsDatabase, sellingSteps } from "./selling-steps.ts";

/** The steps before a store sells, after asking the provider about its account. */
export type AskSellingSteps = (store: Store, demo?: { storeId: string }) => Promise<SellingStep[]>;

export function createAskSellingSteps(parts: {
  database: StepsDatabase & Pick<Database, "stores">;
  provider: Pick<Provider, "readAccount" | "canCalculateTax">;
  clock: Clock;
}): AskSellingSteps {
  const { database, provider, clock } = parts;
  return async (store, demo) => {
    const account = await readAccountState({ provider }, store);
    const { calculatesTax } = account;
    // The API shows it.
    if (calculatesTax !== undefined && calculatesTax !== store.isTaxSetUp) {
      await database.stores.setTaxSetUp(store.stripeAccount, calculatesTax);
    }
    return sellingSteps(database, store, { now: clock(), account, demo });
  };
}

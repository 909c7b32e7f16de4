import { ApiError } from "@counterpart/server/errors";
import type { Database } from "../../database/database.ts";
import type { Store, StoreChange } from "../../database/queries/stores.ts";
import type { Actor } from "../../domain/actor.ts";
import type { Provider } from "../../payments/provider/provider.ts";

export type PaymentAccounts = ReturnType<typeof createPaymentAccounts>;

interface AccountParts {
  database: Pick<Database, "stores">;
  provider: Pick<Provider, "connectUrl" | "connectAccount" | "isChargeable">;
}

/** Manages which account at the payment provider receives a store's money. */
export function createPaymentAccounts({ database, provider }: AccountParts) {
  /**
   * Connects an account by id, without its owner's consent, so only for the operator.
   * @param account null for the platform's own
   */
  async function connect({ slug }: Pick<Store, "slug">, account: string | null, by: Actor): Promise<Store> {
    const isChargeable = account === null || (await provider.isChargeable(account));
    return update(slug, { stripeAccount: account, paymentsConfigured: isChargeable }, by);
  }

  async function update(slug: string, change: StoreChange, by: Actor): Promise<Store> {
    const store = await database.stores.update(slug, change, by);
    if (!store) throw new ApiError("NOT_FOUND", `There is no store "${slug}".`);
    return store;
  }

  return {
    /** Where an account's owner connects it; undefined when the service isn't configured for that. */
    connectUrl: provider.connectUrl,
    /** Connects an account by the code that its owner returned with. Throws CONFLICT for a used code. */
    async connectByCode(store: Pick<Store, "slug">, code: string, by: Actor): Promise<Store> {
      return connect(store, await provider.connectAccount(code), by);
    },
    connect,
    /** Stops payments to the store. The account and its past sales stay unchanged. */
    disconnect: ({ slug }: Pick<Store, "slug">, by: Actor) => update(slug, { paymentsConfigured: false }, by),
  };
}

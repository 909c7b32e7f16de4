import { ApiError } from "@counterpart/server/errors";
import type { Database } from "../../database/database.ts";
import type { Store } from "../../database/queries/stores.ts";
import type { Actor } from "../../domain/actor.ts";
import type { Provider } from "../../payments/provider/provider.ts";

/** Manages which account at the payment provider receives a store's money. */
export interface PaymentAccounts {
  /** Where an account's owner connects it; undefined when the service isn't configured for that. */
  connectUrl(parts: { state: string; returnUrl: string }): string | undefined;
  /** Connects an account by the code that its owner returned with. Throws CONFLICT for a used code. */
  connectByCode(store: Pick<Store, "slug">, code: string, by: Actor): Promise<Store>;
  /**
   * Connects an account by id, without its owner's consent, so only for the operator.
   * @param account null for the platform's own
   */
  connect(store: Pick<Store, "slug">, account: string | null, by: Actor): Promise<Store>;
  /** Stops payments to the store. The account and its past sales stay unchanged. */
  disconnect(store: Pick<Store, "slug">, by: Actor): Promise<Store>;
}

export function createPaymentAccounts({
  database,
  provider,
}: {
  database: Pick<Database, "stores">;
  provider: Pick<Provider, "connectUrl" | "connectAccount" | "isChargeable">;
}): PaymentAccounts {
  async function connect({ slug }: Pick<Store, "slug">, account: string | null, by: Actor): Promise<Store> {
    const isChargeable = account === null || (await provider.isChargeable(account));
    return update(slug, { stripeAccount: account, paymentsConfigured: isChargeable }, by);
  }

  async function update(
    slug: string,
    change: Partial<Pick<Store, "stripeAccount" | "paymentsConfigured">>,
    by: Actor,
  ): Promise<Store> {
    const store = await database.stores.update(slug, change, by);
    if (!store) throw new ApiError("NOT_FOUND", `There is no store "${slug}".`);
    return store;
  }

  return {
    connectUrl: provider.connectUrl,
    async connectByCode(store, code, by) {
      return connect(store, await provider.connectAccount(code), by);
    },
    connect,
    disconnect: ({ slug }, by) => update(slug, { paymentsConfigured: false }, by),
  };
}

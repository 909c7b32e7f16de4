import type { Database } from "../database/database.ts";
import type { Store } from "../database/queries/stores.ts";
import type { SubscriptionRecord } from "../domain/subscription.ts";
import { isLive } from "../domain/subscription-state.ts";
import type { SubscriptionState } from "../payments/checkout/session-outcome.ts";
import type { Provider } from "../payments/provider/provider.ts";
import { isUnknownObject } from "../payments/provider/provider-errors.ts";

export interface PortalParts {
  database: Pick<Database, "subscriptions" | "customers" | "portalConfigurations">;
  provider: Provider;
  /** Where the subscriber returns to if the store hasn't set an address. */
  defaultReturnUrl: string;
}

export interface PortalOwner {
  store: Store;
  memberId: string;
}

export type Portal = ReturnType<typeof createPortal>;

type LiveSubscription = SubscriptionState & Pick<SubscriptionRecord, "account">;

/** The provider's billing portal, where subscribers cancel, replace cards and read invoices. */
export function createPortal({ database, provider, defaultReturnUrl }: PortalParts) {
  const { subscriptions, customers, portalConfigurations } = database;

  return {
    /**
     * Opens the portal for a member's customer, with all its subscriptions. Asks the provider whether a
     * subscription is still live, so that a late event grants no access. Undefined when the member has none.
     */
    async open(owner: PortalOwner): Promise<{ url: string } | undefined> {
      const live = await findLive(owner);
      if (!live) return undefined;
      const { account, customerId } = live;
      const open = (configurationId: string) =>
        provider.openPortal({
          account,
          customerId,
          configurationId,
          returnUrl: owner.store.portalReturnUrl ?? `${defaultReturnUrl}?store_id=${owner.store.id}`,
        });
      const configurationId = await configurationOf(account);
      try {
        return await open(configurationId);
      } catch (error) {
        // It may have been created with other keys, or deleted at the provider.
        if (!isUnknownObject(error, "configuration")) throw error;
        return open(await replacementOf(account, configurationId));
      }
    },
  };

  /**
   * A live subscription of the member: the stored customer's, otherwise the newest. Unreadable ones are
   * skipped; if no live one is found, the first error is thrown.
   */
  async function findLive({ store: { id: storeId }, memberId }: PortalOwner) {
    let newest: LiveSubscription | undefined;
    const failures: unknown[] = [];
    for (const known of await subscriptions.listLive({ storeId, memberId })) {
      const { account } = known;
      try {
        const state = await provider.readSubscription(known);
        await subscriptions.save({ ...known, ...state });
        if (!isLive(state)) continue;
        const live = { ...state, account };
        if ((await customers.find({ storeId, memberId, account })) === live.customerId) return live;
        if (!newest || newest.createdAt < live.createdAt) newest = live;
      } catch (error) {
        failures.push(error);
      }
    }
    if (!newest && failures.length > 0) throw failures[0];
    return newest;
  }

  async function configurationOf(account: string | null): Promise<string> {
    const known = await portalConfigurations.find(account);
    return known ?? portalConfigurations.save(account, await provider.createPortalConfiguration(account));
  }

  async function replacementOf(account: string | null, dead: string): Promise<string> {
    const created = await provider.createPortalConfiguration(account, dead);
    return portalConfigurations.replace(account, { dead, configurationId: created });
  }
}

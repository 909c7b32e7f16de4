import type { Store } from "../store/store.ts";
import type { Shop } from "../store/stores.ts";
import { isLive } from "../store/subscriptions.ts";
import type { Provider } from "./provider.ts";

export interface PortalParts {
  store: Pick<Store, "subscriptions" | "portalConfigurations">;
  provider: Provider;
  /** Where the subscriber lands when the store has set no address of its own. */
  defaultReturnUrl: string;
}

export type Portal = ReturnType<typeof createPortal>;

/** The provider's billing portal, where a subscriber cancels, mends a card and reads invoices. */
export function createPortal({ store, provider, defaultReturnUrl }: PortalParts) {
  const { subscriptions, portalConfigurations } = store;

  return {
    /**
     * Opens the portal of a member's live subscription. The provider is asked whether it still lives, so that a late
     * event opens no door. Undefined when the member has none.
     */
    async open({ shop, memberId }: { shop: Shop; memberId: string }): Promise<{ url: string } | undefined> {
      for (const known of await subscriptions.listLive({ storeId: shop.id, memberId })) {
        const { account } = known;
        const state = await provider.readSubscription(known);
        await subscriptions.save({ ...known, ...state });
        if (!isLive(state)) continue;
        return provider.openPortal({
          account,
          customerId: state.customerId,
          configurationId: await configurationOf(account),
          returnUrl: shop.portalReturnUrl ?? defaultReturnUrl,
        });
      }
      return undefined;
    },
  };

  async function configurationOf(account: string | null): Promise<string> {
    const known = await portalConfigurations.find(account);
    if (known !== undefined) return known;
    const created = await provider.createPortalConfiguration(account);
    await portalConfigurations.save(account, created);
    return created;
  }
}

import type { Shop } from "../store/stores.ts";
import type { SubscriptionRecord } from "../store/subscriptions.ts";
import type { Provider } from "./provider.ts";

export interface PortalParts {
  provider: Provider;
  /** Where the subscriber lands when the store has set no address of its own. */
  defaultReturnUrl: string;
}

export type Portal = ReturnType<typeof createPortal>;

/** The provider's billing portal, where a subscriber cancels, mends a card and reads invoices. */
export function createPortal({ provider, defaultReturnUrl }: PortalParts) {
  return {
    open: ({
      shop,
      subscription,
    }: {
      shop: Shop;
      subscription: SubscriptionRecord;
    }): Promise<{ url: string }> =>
      provider.openPortal({
        customerId: subscription.customerId,
        returnUrl: shop.portalReturnUrl ?? defaultReturnUrl,
      }),
  };
}

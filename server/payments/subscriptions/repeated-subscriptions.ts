import type { ApiError } from "@counterpart/server/errors";
import type { Database } from "../../database/database.ts";
import type { HeldSubscription } from "../../database/queries/buyers/held-subscriptions.ts";
import type { Store } from "../../database/queries/stores.ts";
import type { Snapshot } from "../../domain/checkout.ts";
import { conflict } from "../../domain/error-codes.ts";
import { nameWithOptions } from "../../domain/product.ts";
import { isHeld } from "../../domain/subscription-state.ts";
import type { Provider } from "../provider/provider.ts";
import { isAccountGone, isUnknownObject } from "../provider/provider-errors.ts";

export interface RepeatedSubscriptionParts {
  database: Pick<Database, "subscriptions">;
  provider: Pick<Provider, "readSubscription">;
}

export interface Purchase {
  store: Pick<Store, "id" | "allowsRepeatSubscriptions">;
  /** Null for guests, who can't be identified. */
  memberId: string | null;
  snapshot: Pick<Snapshot, "mode" | "lines">;
}

export type RepeatedSubscriptions = ReturnType<typeof createRepeatedSubscriptions>;

/** Finds subscriptions that a member would hold twice, in stores that don't allow it. */
export function createRepeatedSubscriptions({ database, provider }: RepeatedSubscriptionParts) {
  const { subscriptions } = database;

  return {
    /**
     * Throws CONFLICT if the member already subscribes to one of the products. The provider confirms each
     * one, so that a late event doesn't keep a member from subscribing again.
     */
    async refuse(purchase: Purchase): Promise<void> {
      for (const { subscription, name } of await repeated(purchase)) {
        if (await isStillHeld(subscription)) throw alreadySubscribed(name);
      }
    },

    /** Like `refuse`, but uses stored subscriptions only. */
    async refuseKnown(purchase: Purchase): Promise<void> {
      for (const { name } of await repeated(purchase)) throw alreadySubscribed(name);
    },
  };

  async function repeated({ store, memberId, snapshot }: Purchase) {
    if (memberId === null || snapshot.mode !== "subscription" || store.allowsRepeatSubscriptions) return [];
    const held = await subscriptions.held({ storeId: store.id, memberId });
    return held.flatMap((subscription) => {
      const line = snapshot.lines.find(({ productId }) => subscription.productIds.includes(productId));
      return line ? [{ subscription, name: nameWithOptions(line) }] : [];
    });
  }

  /** If the account is gone, the stored state counts: the subscription may still be charged there. */
  async function isStillHeld({ productIds: _, ...known }: HeldSubscription): Promise<boolean> {
    try {
      const state = await provider.readSubscription(known);
      await subscriptions.save({ ...known, ...state });
      return isHeld({ ...state, isPaymentPending: true });
    } catch (error) {
      if (isUnknownObject(error)) return false;
      if (isAccountGone(error)) return true;
      throw error;
    }
  }
}

function alreadySubscribed(name: string): ApiError {
  return conflict(
    `The member already subscribes to "${name}". Offer the billing portal instead, or remove it from the cart.`,
  );
}

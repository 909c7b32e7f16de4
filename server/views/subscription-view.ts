import type { components } from "../../generated/types.ts";
import type { SubscriptionRecord } from "../domain/subscription.ts";

/** A subscription as the contract defines it. */
export function subscriptionView(subscription: SubscriptionRecord): components["schemas"]["Subscription"] {
  const { id, storeId, status, memberId, checkoutSessionId, createdAt } = subscription;
  return {
    id,
    storeId,
    status,
    memberId,
    checkoutSessionId,
    createdAt: createdAt === null ? null : new Date(createdAt).toISOString(),
  };
}

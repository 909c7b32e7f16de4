import type { components } from "../../generated/types.ts";
import type { SubscriptionRecord } from "../domain/subscription.ts";

/** A subscription as the contract defines it. */
export function subscriptionView(subscription: SubscriptionRecord): components["schemas"]["Subscription"] {
  const { id, storeId, status, memberId, checkoutSessionId, lines, currency, billingInterval } = subscription;
  return {
    id,
    storeId,
    status,
    memberId,
    checkoutSessionId,
    createdAt: instant(subscription.createdAt),
    lines,
    currency,
    billingInterval,
    currentPeriodEnd: instant(subscription.currentPeriodEnd),
    cancelAt: instant(subscription.cancelAt),
    endedAt: instant(subscription.endedAt),
    trialEnd: instant(subscription.trialEnd),
  };
}

function instant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

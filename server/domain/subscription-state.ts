/** Statuses with which the portal is needed: a past_due, unpaid or paused subscription is fixed there. */
export const liveStatuses = ["active", "trialing", "past_due", "unpaid", "paused"];

/** Its last payment failed, and the provider may try again. */
export const overdueStatuses = ["past_due", "unpaid"];

/** Whether a subscription hasn't ended. @param status the provider's */
export function isLive({ status }: { status: string }): boolean {
  return liveStatuses.includes(status);
}

/**
 * Whether a member has a subscription, or is about to: its first payment may be on its way for days, in which some
 * providers' states aren't live yet.
 */
export function isHeld({ status, isPaymentPending }: { status: string; isPaymentPending: boolean }): boolean {
  return isLive({ status }) || (status === "incomplete" && isPaymentPending);
}

/** A subscription of a member, as far as it decides which one of two is kept. */
export interface Rival {
  id: string;
  /** By the provider's clock; null in records of versions that didn't store it. */
  createdAt: number | null;
}

/**
 * The second one of two subscriptions of a member to the same product: the one that was made later, and of two that were
 * made in the same second, the one that became live here later.
 */
export function secondOf<T extends Rival>(known: T, news: T): T {
  return news.createdAt !== null && known.createdAt !== null && news.createdAt < known.createdAt
    ? known
    : news;
}

const firstRetryMs = 60_000;
const longestRetryMs = 12 * 3_600_000;

/** How long after an attempt to settle a duplicate the next one follows; milliseconds. */
export function retryDuplicateAfterMs(attempts: number): number {
  return Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(attempts, 20));
}

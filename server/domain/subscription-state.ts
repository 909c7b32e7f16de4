/** Statuses that need the portal, where a past_due, unpaid or paused subscription can be fixed. */
export const liveStatuses = ["active", "trialing", "past_due", "unpaid", "paused"];

/** The last payment failed, and the provider may retry it. */
export const overdueStatuses = ["past_due", "unpaid"];

/** Whether a subscription hasn't ended. @param status the provider's */
export function isLive({ status }: { status: string }): boolean {
  return liveStatuses.includes(status);
}

/** Whether nothing more can happen to a subscription. @param status the provider's */
export function hasEnded({ status }: { status: string }): boolean {
  return status === "canceled" || status === "incomplete_expired";
}

/** @param status the provider's */
export function isOverdue({ status }: { status: string }): boolean {
  return overdueStatuses.includes(status);
}

/**
 * Whether a member has a subscription or is about to: while a first payment is pending, possibly for days,
 * the status may not be live yet.
 */
export function isHeld({ status, isPaymentPending }: { status: string; isPaymentPending: boolean }): boolean {
  return isLive({ status }) || (status === "incomplete" && isPaymentPending);
}

/** The fields of a member's subscription that decide which of two is kept. */
export interface DatedSubscription {
  id: string;
  /** By the provider's clock; null in records of versions that didn't store it. */
  createdAt: number | null;
}

/**
 * The second of a member's two subscriptions to the same product: the one created later, or if both were
 * created in the same second, the one that became live here later.
 */
export function secondOf<T extends DatedSubscription>(known: T, news: T): T {
  return news.createdAt !== null && known.createdAt !== null && news.createdAt < known.createdAt
    ? known
    : news;
}

const firstRetryMs = 60_000;
const longestRetryMs = 12 * 3_600_000;

/** The delay before the next attempt to settle a duplicate; milliseconds. */
export function retryDuplicateAfterMs(attempts: number): number {
  return Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(attempts, 20));
}

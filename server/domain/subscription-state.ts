/** Statuses with which the portal is needed: a past_due, unpaid or paused subscription is fixed there. */
export const liveStatuses = ["active", "trialing", "past_due", "unpaid", "paused"];

/** Its last payment failed, and the provider may try again. */
export const overdueStatuses = ["past_due", "unpaid"];

/** Whether a subscription hasn't ended. @param status the provider's */
export function isLive({ status }: { status: string }): boolean {
  return liveStatuses.includes(status);
}

import type { SubscriptionRecord } from "../subscription.ts";
import { isLive, isOverdue } from "../subscription-state.ts";
import type { EventType } from "./event-types.ts";

type SubscriptionProgress = Pick<
  SubscriptionRecord,
  "status" | "lines" | "currentPeriodEnd" | "cancelAt" | "trialEnd"
>;

/**
 * The events between two states of a subscription; `before` is undefined for a new one. Renewals aren't among them: a payment
 * shows them.
 */
export function subscriptionEvents(
  before: SubscriptionProgress | undefined,
  after: SubscriptionProgress,
): EventType[] {
  const wasLive = before !== undefined && isLive(before);
  if (!isLive(after)) return wasLive ? ["subscription.ended"] : [];
  const isNowOverdue = isOverdue(after) && !(before && isOverdue(before));
  const events: EventType[] = [
    ...(wasLive ? [] : (["subscription.started"] as const)),
    ...(isNowOverdue ? (["subscription.past_due"] as const) : []),
  ];
  return events.length === 0 && before && hasChanged(before, after) ? ["subscription.changed"] : events;
}

function hasChanged(before: SubscriptionProgress, after: SubscriptionProgress): boolean {
  if (before.status !== after.status || before.cancelAt !== after.cancelAt) return true;
  // Before, a version without these fields recorded it.
  if (before.currentPeriodEnd === null) return false;
  return before.trialEnd !== after.trialEnd || JSON.stringify(before.lines) !== JSON.stringify(after.lines);
}

import type { SubscriptionRecord } from "../subscription.ts";
import { isLive, isOverdue } from "../subscription-state.ts";
import type { OrderMail } from "./mail-kinds.ts";

type Progress = Pick<SubscriptionRecord, "id" | "status" | "cancelAt" | "currentPeriodEnd">;

/** The emails to the buyer between two states of a subscription. Its payments are on its order. */
export function subscriptionMails(before: Progress | undefined, after: Progress): OrderMail[] {
  if (!before || !isLive(after)) return [];
  const hasFailed = isOverdue(after) && !isOverdue(before);
  // Versions without ends recorded no period either, so a known end isn't news then.
  const isCancelled = before.currentPeriodEnd !== null && isEndNew(before, after);
  const eventKey = after.id;
  return [
    ...(hasFailed ? [{ kind: "renewal_failed" as const, eventKey }] : []),
    ...(isCancelled ? [{ kind: "subscription_ending" as const, eventKey }] : []),
  ];
}

function isEndNew(before: Progress, { cancelAt }: Progress): boolean {
  return cancelAt !== null && cancelAt !== before.cancelAt;
}

import { scheduleCollection, scheduleRenewal, scheduleRetry } from "../resources/billing/billing-cycle.ts";
import { subscriptionOf } from "../resources/billing/invoices.ts";
import { hasEnded, watchCancelDate } from "../resources/billing/subscriptions.ts";
import { scheduleExpiry } from "../resources/checkout/checkout-sessions.ts";
import { scheduleResult } from "../resources/payments/refunds.ts";
import type { State } from "./state.ts";

/** Plans anew what was to happen when the stand-in ended. What has become due since happens at once, on its own date. */
export function resumeTimeline(state: State): void {
  for (const account of state.accounts()) {
    for (const record of account.sessions.values()) scheduleExpiry(state, account, record);
    for (const refund of account.refunds.values()) scheduleResult(state, account, refund);
    for (const subscription of account.subscriptions.values()) {
      if (hasEnded(subscription) || subscription.status === "incomplete") continue;
      scheduleRenewal(state, account, subscription);
      watchCancelDate(state, account, subscription);
    }
    for (const invoice of account.invoices.values()) {
      const subscription = subscriptionOf(account, invoice);
      if (!subscription) continue;
      scheduleCollection(state, account, invoice, subscription);
      scheduleRetry(state, account, invoice, subscription);
    }
  }
}

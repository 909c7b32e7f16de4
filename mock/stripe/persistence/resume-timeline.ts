import { scheduleCouponEnd } from "../amounts/coupons.ts";
import { scheduleCodeEnd } from "../amounts/promotion-codes.ts";
import {
  scheduleCollection,
  scheduleRenewal,
  scheduleRetry,
  scheduleTrialReminder,
} from "../billing/billing-cycle.ts";
import { subscriptionOf } from "../billing/invoices.ts";
import { hasEnded, scheduleCancellation } from "../billing/subscriptions.ts";
import { scheduleExpiry } from "../checkout/checkout-sessions.ts";
import { scheduleFailure } from "../payments/refunds.ts";
import type { State } from "../state/state.ts";

/**
 * Reschedules what was pending when the stand-in stopped. What
 * became due meanwhile runs at once, dated when it was due.
 */
export function resumeTimeline(state: State): void {
  for (const account of state.accounts()) {
    for (const coupon of account.coupons.values()) scheduleCouponEnd(state, account, coupon);
    for (const code of account.promotionCodes.values()) scheduleCodeEnd(state, account, code);
    for (const record of account.sessions.values()) scheduleExpiry(state, account, record);
    for (const refund of account.refunds.values()) scheduleFailure(state, account, refund);
    for (const subscription of account.subscriptions.values()) {
      if (hasEnded(subscription)) continue;
      scheduleRenewal(state, account, subscription);
      scheduleTrialReminder(state, account, subscription);
      scheduleCancellation(state, account, subscription);
    }
    for (const invoice of account.invoices.values()) {
      const subscription = subscriptionOf(account, invoice);
      if (!subscription) continue;
      scheduleCollection(state, account, invoice, subscription);
      scheduleRetry(state, account, invoice, subscription);
    }
  }
}

import type { Stripe } from "stripe";
import { chargeIntent, openIntent } from "../payments/payment-intents.ts";
import type { AccountState } from "../state/account-state.ts";
import { idOf, type State } from "../state/state.ts";
import {
  attachIntent,
  draftInvoice,
  finalizeInvoice,
  type InvoiceLine,
  intentOf,
  markPaid,
} from "./invoices.ts";
import {
  changeSubscription,
  currentDiscount,
  currentPeriod,
  endOfPeriod,
  endSubscription,
  hasEnded,
  methodOf,
} from "./subscriptions.ts";

const daySeconds = 24 * 60 * 60;
// Stripe keeps a renewal's draft editable for about an hour.
const draftSeconds = 60 * 60;
// One of the dashboard's retry schedules: three more attempts within two weeks, then `dunningEndsIn`.
const retryAfterSeconds = [3, 5, 7].map((days) => days * daySeconds);

/** Renews the subscription at the end of each period until it ends. */
export function scheduleRenewal(
  state: State,
  account: AccountState,
  subscription: Stripe.Subscription,
): void {
  const { end } = currentPeriod(subscription);
  state.timeline.at(end * 1000, () => {
    if (!hasEnded(subscription) && currentPeriod(subscription).end === end)
      renew(state, account, subscription);
  });
}

function renew(state: State, account: AccountState, subscription: Stripe.Subscription): void {
  const now = state.timeline.nowSeconds();
  if (subscription.cancel_at !== null && subscription.cancel_at <= now) {
    endSubscription(state, account, subscription, "cancellation_requested");
    return;
  }
  const period = currentPeriod(subscription);
  changeSubscription(state, account, subscription, () => {
    // At the end of a trial the first payment is collected like a renewal.
    if (subscription.status === "trialing") subscription.status = "active";
    for (const item of subscription.items.data) {
      item.current_period_start = period.end;
      item.current_period_end = endOfPeriod(item.price, subscription.billing_cycle_anchor, period.end);
    }
    const lines = periodLines(account, subscription);
    const invoice = draftInvoice(state, account, {
      subscription,
      lines,
      reason: "subscription_cycle",
      period,
      discount: currentDiscount(account, subscription, now),
    });
    invoice.automatically_finalizes_at = now + draftSeconds;
    subscription.latest_invoice = invoice.id;
    scheduleCollection(state, account, invoice, subscription);
  });
  scheduleRenewal(state, account, subscription);
}

/** Finalizes a renewal's draft after an hour and collects it. */
export function scheduleCollection(
  state: State,
  account: AccountState,
  invoice: Stripe.Invoice,
  subscription: Stripe.Subscription,
): void {
  const at = invoice.automatically_finalizes_at;
  if (at === null) return;
  state.timeline.at(at * 1000, () => {
    // Stripe leaves further invoices of an unpaid subscription as drafts.
    if (hasEnded(subscription) || subscription.status === "unpaid" || invoice.status !== "draft") return;
    finalizeInvoice(state, account, invoice);
    collect(state, account, invoice, subscription);
  });
}

const reminderSeconds = 3 * daySeconds;

/** Stripe announces the end of a trial three days before, or at once if the trial is shorter. */
export function scheduleTrialReminder(
  state: State,
  account: AccountState,
  subscription: Stripe.Subscription,
): void {
  const { trial_end: end } = subscription;
  if (end === null) return;
  const at = Math.max(end - reminderSeconds, subscription.created);
  if (at < state.timeline.nowSeconds()) return;
  state.timeline.at(at * 1000, () => {
    if (subscription.status === "trialing" && subscription.trial_end === end) {
      state.events.emit(account, "customer.subscription.trial_will_end", subscription);
    }
  });
}

/** The invoice lines for the coming period. */
export function periodLines(account: AccountState, subscription: Stripe.Subscription): InvoiceLine[] {
  const isTrial = subscription.status === "trialing";
  const nameOf = ({ price }: Stripe.SubscriptionItem) =>
    account.products.get(idOf(price.product))?.name ?? "Subscription";
  return subscription.items.data.map((item) => ({
    description: isTrial ? `Trial period for ${nameOf(item)}` : `${item.quantity ?? 1} × ${nameOf(item)}`,
    amount: isTrial ? 0 : (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
    price: item.price,
    quantity: item.quantity ?? 1,
    subscriptionItem: item.id,
    period: { start: item.current_period_start, end: item.current_period_end },
  }));
}

/** Tries to collect an open invoice, and schedules a retry if that fails. */
function collect(
  state: State,
  account: AccountState,
  invoice: Stripe.Invoice,
  subscription: Stripe.Subscription,
): void {
  invoice.attempt_count += 1;
  invoice.attempted = true;
  if (isPaidNow(state, account, invoice, subscription)) {
    markPaid(state, account, invoice);
    changeSubscription(state, account, subscription, () => {
      if (subscription.status === "past_due") subscription.status = "active";
    });
    return;
  }
  failCollection(state, account, invoice, subscription);
}

/** After a failed attempt: schedules the next one, or ends the subscription after the last. */
export function failCollection(
  state: State,
  account: AccountState,
  invoice: Stripe.Invoice,
  subscription: Stripe.Subscription,
): void {
  const retrySeconds = retryAfterSeconds[invoice.attempt_count - 1];
  invoice.next_payment_attempt =
    retrySeconds === undefined ? null : state.timeline.nowSeconds() + retrySeconds;
  invoice.auto_advance = retrySeconds !== undefined;
  state.events.emit(account, "invoice.payment_failed", invoice);
  if (retrySeconds === undefined) {
    if (account.dunningEndsIn === "unpaid") {
      changeSubscription(state, account, subscription, () => {
        subscription.status = "unpaid";
      });
    } else endSubscription(state, account, subscription, "payment_failed");
    return;
  }
  changeSubscription(state, account, subscription, () => {
    subscription.status = "past_due";
  });
  scheduleRetry(state, account, invoice, subscription);
}

/** Stripe retries failed invoices automatically. */
export function scheduleRetry(
  state: State,
  account: AccountState,
  invoice: Stripe.Invoice,
  subscription: Stripe.Subscription,
): void {
  const at = invoice.next_payment_attempt;
  if (at === null) return;
  state.timeline.at(at * 1000, () => {
    const isStillDue = invoice.status === "open" && invoice.next_payment_attempt === at;
    if (isStillDue && !hasEnded(subscription)) collect(state, account, invoice, subscription);
  });
}

function isPaidNow(
  state: State,
  account: AccountState,
  invoice: Stripe.Invoice,
  subscription: Stripe.Subscription,
): boolean {
  if (invoice.amount_due === 0) return true;
  const method = methodOf(account, subscription);
  if (!method) return false;
  let intent = intentOf(account, invoice);
  if (!intent) {
    intent = openIntent(state, account, {
      amount: invoice.amount_due,
      currency: invoice.currency,
      customer: idOf(invoice.customer),
      description: "Subscription update",
      metadata: {},
      types: ["card"],
    });
    attachIntent(state, account, invoice, intent);
  }
  return chargeIntent(state, account, intent, method);
}

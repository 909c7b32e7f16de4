import type { Stripe } from "stripe";
import type { Endpoint } from "../../api/endpoint.ts";
import { refusal, StripeApiError } from "../../api/errors.ts";
import { object, read } from "../../api/parameters.ts";
import { type AccountState, find, idOf, type State } from "../../state/state.ts";
import { chargeIntent, openIntent } from "../payments/payment-intents.ts";
import {
  attachIntent,
  draftInvoice,
  finalizeInvoice,
  type InvoiceLine,
  intentOf,
  markPaid,
  subscriptionOf,
} from "./invoices.ts";
import {
  changeSubscription,
  currentPeriod,
  endOfPeriod,
  endSubscription,
  hasEnded,
  methodOf,
} from "./subscriptions.ts";

const daySeconds = 24 * 60 * 60;
// Stripe leaves a renewal's draft open to changes for about an hour.
const draftSeconds = 60 * 60;
// A plan of the dashboard's: three more tries within two weeks, then what `dunningEndsIn` says.
const retryAfterSeconds = [3, 5, 7].map((days) => days * daySeconds);
const trialWarningSeconds = 3 * daySeconds;

/** Renews the subscription at the end of its period, and at every one after that, for as long as it lives. */
export function scheduleRenewal(
  state: State,
  account: AccountState,
  subscription: Stripe.Subscription,
): void {
  const { end } = currentPeriod(subscription);
  if (subscription.status === "trialing") scheduleTrialWarning(state, account, subscription);
  state.timeline.at(end * 1000, () => {
    if (!hasEnded(subscription) && currentPeriod(subscription).end === end)
      renew(state, account, subscription);
  });
}

function scheduleTrialWarning(state: State, account: AccountState, subscription: Stripe.Subscription): void {
  const isWarned = state.events.all.some(
    ({ event: { type, data } }) =>
      type === "customer.subscription.trial_will_end" &&
      "id" in data.object &&
      data.object.id === subscription.id,
  );
  // A stand-in that was started again has planned this before.
  if (isWarned) return;
  const warnAt = Math.max(currentPeriod(subscription).end - trialWarningSeconds, state.timeline.nowSeconds());
  state.timeline.at(warnAt * 1000, () => {
    if (subscription.status === "trialing") {
      state.events.emit(account, "customer.subscription.trial_will_end", subscription);
    }
  });
}

function renew(state: State, account: AccountState, subscription: Stripe.Subscription): void {
  const now = state.timeline.nowSeconds();
  const cancelsNow = subscription.cancel_at !== null && subscription.cancel_at <= now;
  if (subscription.cancel_at_period_end || cancelsNow) {
    endSubscription(state, account, subscription, "cancellation_requested");
    return;
  }
  const period = currentPeriod(subscription);
  changeSubscription(state, account, subscription, () => {
    for (const item of subscription.items.data) {
      item.current_period_start = period.end;
      item.current_period_end = endOfPeriod(item.price, subscription.billing_cycle_anchor, period.end);
    }
    if (subscription.status === "trialing") subscription.status = "active";
    const lines = periodLines(account, subscription);
    const invoice = draftInvoice(state, account, {
      subscription,
      lines,
      reason: "subscription_cycle",
      period,
    });
    invoice.automatically_finalizes_at = now + draftSeconds;
    subscription.latest_invoice = invoice.id;
    scheduleCollection(state, account, invoice, subscription);
  });
  scheduleRenewal(state, account, subscription);
}

/** A renewal's draft is owed, and collected, once it has been open to changes for long enough. */
export function scheduleCollection(
  state: State,
  account: AccountState,
  invoice: Stripe.Invoice,
  subscription: Stripe.Subscription,
): void {
  const at = invoice.automatically_finalizes_at;
  if (at === null) return;
  state.timeline.at(at * 1000, () => {
    // Of a subscription that is unpaid, Stripe leaves the further invoices as drafts.
    if (hasEnded(subscription) || subscription.status === "unpaid" || invoice.status !== "draft") return;
    finalizeInvoice(state, account, invoice);
    collect(state, account, invoice, subscription);
  });
}

/** What the period ahead costs. */
export function periodLines(account: AccountState, subscription: Stripe.Subscription): InvoiceLine[] {
  return subscription.items.data.map((item) => ({
    description: `${item.quantity ?? 1} × ${account.products.get(idOf(item.price.product))?.name ?? "Subscription"}`,
    amount: (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
    price: item.price,
    quantity: item.quantity ?? 1,
    subscriptionItem: item.id,
    period: { start: item.current_period_start, end: item.current_period_end },
  }));
}

function isBehind({ status }: Stripe.Subscription): boolean {
  return status === "past_due" || status === "unpaid";
}

/** Tries to have an open invoice paid, now and then again later. */
function collect(
  state: State,
  account: AccountState,
  invoice: Stripe.Invoice,
  subscription: Stripe.Subscription,
): boolean {
  invoice.attempt_count += 1;
  invoice.attempted = true;
  if (isPaidNow(state, account, invoice, subscription)) {
    markPaid(state, account, invoice);
    changeSubscription(state, account, subscription, () => {
      if (isBehind(subscription)) subscription.status = "active";
    });
    return true;
  }
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
    return false;
  }
  changeSubscription(state, account, subscription, () => {
    subscription.status = "past_due";
  });
  scheduleRetry(state, account, invoice, subscription);
  return false;
}

/** Stripe tries again by itself to have an invoice paid. */
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

export const payInvoice: Endpoint = ({ state, account, id, form }) => {
  read(object({}), form);
  const invoice = find(account.invoices, "invoice", id, "invoice");
  const subscription = subscriptionOf(account, invoice);
  if (invoice.status === "paid") throw refusal("Invoice is already paid", { code: "invoice_already_paid" });
  if (invoice.status !== "open" || !subscription) {
    throw refusal(`Invoices with status ${invoice.status} cannot be paid.`);
  }
  if (!collect(state, account, invoice, subscription)) {
    throw new StripeApiError(402, "card_error", "Your card was declined.", {
      code: "card_declined",
      decline_code: "generic_decline",
    });
  }
  return invoice;
};

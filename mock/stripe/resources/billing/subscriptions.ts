import type { Stripe } from "stripe";
import { z } from "zod";
import type { Endpoint } from "../../api/endpoint.ts";
import { refusal, resourceMissing } from "../../api/errors.ts";
import { listOf, newestFirst } from "../../api/list.ts";
import {
  emptyable,
  flag,
  integer,
  isWithin,
  metadata,
  notModelled,
  object,
  oneOf,
  pageOfList,
  range,
  read,
  text,
} from "../../api/parameters.ts";
import { previousValues } from "../../events/event-log.ts";
import { newId } from "../../ids.ts";
import {
  type AccountState,
  find,
  findNamed,
  idOf,
  type SessionRecord,
  type State,
} from "../../state/state.ts";
import { withMetadata } from "../metadata.ts";
import { type Interval, periodEnd } from "./periods.ts";

const daySeconds = 24 * 60 * 60;

export interface SubscriptionOf {
  customer: string;
  method: string;
  lines: Stripe.LineItem[];
  data: SessionRecord["subscriptionData"];
  status: "active" | "incomplete";
}

export function newSubscription(now: number, of: SubscriptionOf): Stripe.Subscription {
  const id = newId("sub");
  const { trialDays } = of.data;
  const trialEnd = trialDays > 0 ? now + trialDays * daySeconds : null;
  const anchor = trialEnd ?? now;
  const items = of.lines.flatMap(({ price, quantity }) =>
    price ? [newItem(now, id, price, quantity ?? 1, trialEnd)] : [],
  );
  return {
    id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: anchor,
    billing_cycle_anchor_config: null,
    billing_mode:
      of.data.billingMode === "flexible"
        ? { flexible: { proration_discounts: "included" }, type: "flexible", updated_at: now }
        : { flexible: null, type: "classic" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    created: now,
    currency: of.lines[0]?.currency ?? "usd",
    customer: of.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: of.method,
    default_source: null,
    default_tax_rates: [],
    description: of.data.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: listOf(items, `/v1/subscription_items?subscription=${id}`, { limit: items.length }),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: of.data.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: "off",
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: trialEnd ? "trialing" : of.status,
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" },
    },
    trial_start: trialEnd ? now : null,
  };
}

function newItem(
  now: number,
  subscription: string,
  price: Stripe.Price,
  quantity: number,
  trialEnd: number | null,
): Stripe.SubscriptionItem {
  return {
    id: newId("si", 14),
    object: "subscription_item",
    billing_thresholds: null,
    created: now,
    current_period_end: trialEnd ?? endOfPeriod(price, now, now),
    current_period_start: now,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  };
}

/** The older shape of a price, which Stripe still sends along. */
function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: "per_unit",
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? "month",
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: null,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  };
}

const intervals: Interval[] = ["day", "week", "month", "year"];

export function endOfPeriod(price: Stripe.Price, anchor: number, after: number): number {
  const interval = intervals.find((known) => known === price.recurring?.interval) ?? "month";
  return periodEnd(anchor, interval, price.recurring?.interval_count ?? 1, after);
}

/** All items of a subscription made by Checkout share one period. */
export function currentPeriod({ items }: Stripe.Subscription): { start: number; end: number } {
  const [item] = items.data;
  return { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 };
}

export function hasEnded({ status }: Stripe.Subscription): boolean {
  return status === "canceled" || status === "incomplete_expired";
}

/** Changes a subscription and tells of it. */
export function changeSubscription(
  state: State,
  account: AccountState,
  subscription: Stripe.Subscription,
  change: () => void,
): void {
  const previous = previousValues(subscription, change);
  if (Object.keys(previous).length > 0) {
    state.events.emit(account, "customer.subscription.updated", subscription, previous);
  }
}

type CancelReason = "cancellation_requested" | "payment_failed";

/** Ends a subscription now. */
export function endSubscription(
  state: State,
  account: AccountState,
  subscription: Stripe.Subscription,
  reason: CancelReason,
): void {
  const now = state.timeline.nowSeconds();
  subscription.canceled_at ??= now;
  subscription.ended_at = now;
  subscription.status = "canceled";
  subscription.cancellation_details = { ...detailsOf(subscription), reason };
  state.events.emit(account, "customer.subscription.deleted", subscription);
}

export interface CancellationOf {
  at: "period_end" | number;
  /** As the portal says it in flexible billing mode: a date in `cancel_at`, and `cancel_at_period_end` stays false. */
  asDateOnly?: boolean;
}

/** Plans the end of a subscription, or takes the plan back with null. Tells nobody: `changeSubscription` does. */
export function planCancellation(
  state: State,
  subscription: Stripe.Subscription,
  plan: CancellationOf | null,
): void {
  const details = detailsOf(subscription);
  if (!plan) {
    subscription.cancel_at = null;
    subscription.cancel_at_period_end = false;
    subscription.canceled_at = null;
    subscription.cancellation_details = { ...details, reason: null };
    return;
  }
  subscription.cancel_at = plan.at === "period_end" ? currentPeriod(subscription).end : plan.at;
  subscription.cancel_at_period_end = plan.at === "period_end" && !plan.asDateOnly;
  subscription.canceled_at = state.timeline.nowSeconds();
  subscription.cancellation_details = { ...details, reason: "cancellation_requested" };
}

function detailsOf({
  cancellation_details: details,
}: Stripe.Subscription): Stripe.Subscription.CancellationDetails {
  return details ?? { comment: null, feedback: null, feedback_option: null, reason: null };
}

/** Ends a subscription at a date that is no period's end; those are looked after by the renewal. */
export function watchCancelDate(
  state: State,
  account: AccountState,
  subscription: Stripe.Subscription,
): void {
  const date = subscription.cancel_at;
  if (date === null) return;
  state.timeline.at(date * 1000, () => {
    if (subscription.cancel_at === date && !hasEnded(subscription)) {
      endSubscription(state, account, subscription, "cancellation_requested");
    }
  });
}

export const retrieveSubscription: Endpoint = ({ account, id, form }) => {
  read(object({}), form);
  return find(account.subscriptions, "subscription", id);
};

const listParams = object({
  ...pageOfList,
  customer: text().optional(),
  price: text().optional(),
  status: oneOf(
    "active",
    "all",
    "canceled",
    "ended",
    "incomplete",
    "incomplete_expired",
    "past_due",
    "paused",
    "trialing",
    "unpaid",
  ).optional(),
  automatic_tax: notModelled(),
  collection_method: notModelled(),
  created: range().optional(),
  current_period_end: notModelled(),
  current_period_start: notModelled(),
  customer_account: notModelled(),
  plan: notModelled(),
  test_clock: notModelled(),
} satisfies Record<Exclude<keyof Stripe.SubscriptionListParams, "expand">, z.ZodType>);

export const listSubscriptions: Endpoint = ({ account, form }) => {
  const { created, customer, price, status, ...page } = read(listParams, form);
  return listOf(
    newestFirst(account.subscriptions.values()),
    "/v1/subscriptions",
    page,
    (subscription) =>
      isWithin(created, subscription.created) &&
      subscription.customer === (customer ?? subscription.customer) &&
      hasStatus(subscription, status) &&
      (!price || subscription.items.data.some((item) => item.price.id === price)),
  );
};

// Without a status Stripe leaves out the canceled ones.
function hasStatus(subscription: Stripe.Subscription, status: string | undefined): boolean {
  if (status === "all") return true;
  if (status === "ended") return hasEnded(subscription);
  return status ? subscription.status === status : subscription.status !== "canceled";
}

const feedback = oneOf(
  "customer_service",
  "low_quality",
  "missing_features",
  "other",
  "switched_service",
  "too_complex",
  "too_expensive",
  "unused",
);

const cancellationDetails = object({
  comment: emptyable(text()).optional(),
  feedback: emptyable(feedback).optional(),
});

const updateParams = object({
  cancel_at: z.union([oneOf("min_period_end", "max_period_end"), emptyable(integer())]).optional(),
  cancel_at_period_end: flag().optional(),
  cancellation_details: cancellationDetails.optional(),
  default_payment_method: text().optional(),
  description: emptyable(text(500)).optional(),
  metadata: metadata().optional(),
  add_invoice_items: notModelled(),
  application_fee_percent: notModelled(),
  automatic_tax: notModelled(),
  billing_cycle_anchor: notModelled(),
  billing_schedules: notModelled(),
  billing_thresholds: notModelled(),
  collection_method: notModelled(),
  days_until_due: notModelled(),
  default_source: notModelled(),
  default_tax_rates: notModelled(),
  discounts: notModelled(),
  invoice_settings: notModelled(),
  items: notModelled(),
  off_session: notModelled(),
  on_behalf_of: notModelled(),
  pause_collection: notModelled(),
  payment_behavior: notModelled(),
  payment_settings: notModelled(),
  pending_invoice_item_interval: notModelled(),
  proration_behavior: notModelled(),
  proration_date: notModelled(),
  transfer_data: notModelled(),
  trial_end: notModelled(),
  trial_from_plan: notModelled(),
  trial_settings: notModelled(),
} satisfies Record<Exclude<keyof Stripe.SubscriptionUpdateParams, "expand">, z.ZodType>);

export const updateSubscription: Endpoint = ({ state, account, id, form }) => {
  const params = read(updateParams, form);
  const subscription = find(account.subscriptions, "subscription", id);
  refuseUpdateOfEnded(subscription, params);
  if (params.default_payment_method) {
    findNamed(
      account.paymentMethods,
      "PaymentMethod",
      params.default_payment_method,
      "default_payment_method",
    );
  }
  changeSubscription(state, account, subscription, () => {
    subscription.metadata = withMetadata(subscription.metadata, params.metadata);
    if (params.description !== undefined) subscription.description = params.description;
    if (params.default_payment_method) subscription.default_payment_method = params.default_payment_method;
    if (params.cancel_at_period_end !== undefined) {
      planCancellation(state, subscription, params.cancel_at_period_end ? { at: "period_end" } : null);
    }
    if (params.cancel_at !== undefined) {
      planCancellation(state, subscription, dateOf(params.cancel_at, subscription));
    }
    if (params.cancellation_details) {
      subscription.cancellation_details = {
        ...detailsOf(subscription),
        ...given(params.cancellation_details),
      };
    }
  });
  watchCancelDate(state, account, subscription);
  return subscription;
};

function refuseUpdateOfEnded(subscription: Stripe.Subscription, params: z.output<typeof updateParams>): void {
  if (!hasEnded(subscription)) {
    if (params.cancel_at !== undefined && params.cancel_at_period_end !== undefined) {
      throw refusal("You may only specify one of these parameters: cancel_at, cancel_at_period_end.");
    }
    return;
  }
  const changed = Object.entries(params).filter(([, value]) => value !== undefined);
  if (changed.some(([name]) => name !== "metadata" && name !== "cancellation_details")) {
    throw refusal("A canceled subscription can only update its cancellation_details and metadata.", {
      code: "invalid_canceled_subscription_fields",
    });
  }
}

function dateOf(
  at: number | "min_period_end" | "max_period_end" | null,
  subscription: Stripe.Subscription,
): CancellationOf | null {
  if (at === null) return null;
  return { at: typeof at === "number" ? at : currentPeriod(subscription).end };
}

/** Only what was said: `undefined` would overwrite what is there. */
function given(details: z.output<typeof cancellationDetails>) {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
}

const cancelParams = object({
  cancellation_details: cancellationDetails.optional(),
  invoice_now: flag().optional(),
  prorate: flag().optional(),
} satisfies Record<Exclude<keyof Stripe.SubscriptionCancelParams, "expand">, z.ZodType>);

export const cancelSubscription: Endpoint = ({ state, account, id, form }) => {
  const params = read(cancelParams, form);
  const subscription = find(account.subscriptions, "subscription", id);
  if (hasEnded(subscription)) throw resourceMissing("subscription", id);
  subscription.canceled_at = state.timeline.nowSeconds();
  if (params.cancellation_details) {
    subscription.cancellation_details = { ...detailsOf(subscription), ...given(params.cancellation_details) };
  }
  endSubscription(state, account, subscription, "cancellation_requested");
  return subscription;
};

/** The card that renewals are charged to. */
export function methodOf(
  account: AccountState,
  subscription: Stripe.Subscription,
): Stripe.PaymentMethod | undefined {
  const customer = account.customers.get(idOf(subscription.customer));
  const id =
    idOf(subscription.default_payment_method) ?? idOf(customer?.invoice_settings.default_payment_method);
  return account.paymentMethods.get(id ?? "");
}

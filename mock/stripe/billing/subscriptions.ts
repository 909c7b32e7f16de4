import type { Stripe } from "stripe";
import type { z } from "zod";
import { newDiscount } from "../amounts/coupons.ts";
import { refusal, resourceMissing } from "../conventions/errors.ts";
import { newId } from "../conventions/ids.ts";
import { listOf, newestFirst } from "../conventions/list.ts";
import {
  flag,
  integer,
  isWithin,
  list,
  object,
  off,
  oneOf,
  type Params,
  pageOfList,
  range,
  read,
  text,
} from "../conventions/parameters.ts";
import { StripeSdk } from "../conventions/stripe-sdk.ts";
import type { AccountState } from "../state/account-state.ts";
import type { Endpoint } from "../state/endpoint.ts";
import { previousValues } from "../state/event-log.ts";
import { find, findNamed, idOf, type State } from "../state/state.ts";
import { periodEnd } from "./periods.ts";

const daySeconds = 24 * 60 * 60;

interface SubscriptionOf {
  customer: string;
  method: string;
  lines: Stripe.LineItem[];
  metadata: Stripe.Metadata;
  status: "active" | "trialing";
  /** 0 for no trial. */
  trialDays: number;
  calculatesTax: boolean;
  /** The discounts of the renewals, by id. */
  discounts: string[];
}

export function newSubscription(now: number, of: SubscriptionOf): Stripe.Subscription {
  const id = newId("sub");
  const trialEnd = of.trialDays > 0 ? now + of.trialDays * daySeconds : null;
  const items = of.lines.flatMap(({ price, quantity }) =>
    price ? [newItem(now, id, price, quantity ?? 1, trialEnd)] : [],
  );
  return {
    id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: {
      disabled_reason: null,
      enabled: of.calculatesTax,
      liability: of.calculatesTax ? { type: "self" } : null,
    },
    billing_cycle_anchor: trialEnd ?? now,
    billing_cycle_anchor_config: null,
    // The default since API version 2025-09-30.
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible", updated_at: now },
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
    description: null,
    discounts: of.discounts,
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
    metadata: of.metadata,
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
    status: of.status,
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" },
    },
    trial_start: trialEnd === null ? null : now,
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

/** The legacy form of a price, which Stripe still includes. */
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

const subscriptionStatuses = [
  "active",
  "canceled",
  "incomplete",
  "incomplete_expired",
  "past_due",
  "paused",
  "trialing",
  "unpaid",
] as const satisfies Stripe.Subscription.Status[];

export function endOfPeriod(price: Stripe.Price, anchor: number, after: number): number {
  return periodEnd(anchor, price.recurring?.interval === "year" ? "year" : "month", after);
}

/** All items of a Checkout subscription share one period. */
export function currentPeriod({ items }: Stripe.Subscription): { start: number; end: number } {
  const [item] = items.data;
  return { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 };
}

export function hasEnded({ status }: Stripe.Subscription): boolean {
  return status === "canceled" || status === "incomplete_expired";
}

/** Changes a subscription and emits the event. */
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

/** The discount that the next invoice has, if it hasn't ended by now. */
export function currentDiscount(
  account: AccountState,
  { discounts }: Stripe.Subscription,
  now: number,
): Stripe.Discount | null {
  const discount = account.discounts.get(idOf(discounts[0]) ?? "");
  return discount && (discount.end ?? Infinity) > now ? discount : null;
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

/**
 * Cancels a subscription at the end of its period, as the portal does in flexible billing mode: it sets `cancel_at`, and
 * `cancel_at_period_end` stays false. https://docs.stripe.com/billing/subscriptions/billing-mode/compare
 */
export function cancelAtPeriodEnd(
  state: State,
  account: AccountState,
  subscription: Stripe.Subscription,
): void {
  changeSubscription(state, account, subscription, () =>
    planCancellation(state, account, subscription, currentPeriod(subscription).end),
  );
}

function planCancellation(
  state: State,
  account: AccountState,
  subscription: Stripe.Subscription,
  at: number,
): void {
  subscription.cancel_at = at;
  subscription.cancel_at_period_end = false;
  subscription.canceled_at = state.timeline.nowSeconds();
  subscription.cancellation_details = { ...detailsOf(subscription), reason: "cancellation_requested" };
  scheduleCancellation(state, account, subscription);
}

function withdrawCancellation(subscription: Stripe.Subscription): void {
  subscription.cancel_at = null;
  subscription.cancel_at_period_end = false;
  subscription.canceled_at = null;
  subscription.cancellation_details = { ...detailsOf(subscription), reason: null };
}

/** Reverts a planned cancellation. */
export function resumeSubscription(
  state: State,
  account: AccountState,
  subscription: Stripe.Subscription,
): void {
  changeSubscription(state, account, subscription, () => withdrawCancellation(subscription));
}

function detailsOf({
  cancellation_details: details,
}: Stripe.Subscription): Stripe.Subscription.CancellationDetails {
  return details ?? { comment: null, feedback: null, feedback_option: null, reason: null };
}

/** Ends a subscription at its `cancel_at`, unless that has changed by then. */
export function scheduleCancellation(
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

const listParams = object({
  ...pageOfList,
  created: range().optional(),
  customer: text().optional(),
  status: oneOf("all", "ended", ...subscriptionStatuses).optional(),
} satisfies Params<Stripe.SubscriptionListParams>);

/** Without a status, lists all but canceled subscriptions. */
export const listSubscriptions: Endpoint = ({ account, form }) => {
  const { created, customer, status, ...page } = read(listParams, form);
  const isWanted = (subscription: Stripe.Subscription) => {
    if (status === undefined) return subscription.status !== "canceled";
    if (status === "ended") return hasEnded(subscription);
    return status === "all" || subscription.status === status;
  };
  return listOf(
    newestFirst(account.subscriptions.values()),
    "/v1/subscriptions",
    page,
    (subscription) =>
      isWanted(subscription) &&
      idOf(subscription.customer) === (customer ?? idOf(subscription.customer)) &&
      isWithin(created, subscription.created),
  );
};

export const retrieveSubscription: Endpoint = ({ account, id, form }) => {
  read(object({}), form);
  return find(account.subscriptions, "subscription", id);
};

const cancellationDetails = object({
  comment: text().optional(),
} satisfies Params<Stripe.SubscriptionCancelParams.CancellationDetails>).optional();

const cancelParams = object({
  cancellation_details: cancellationDetails,
  invoice_now: off().optional(),
  prorate: off().optional(),
} satisfies Params<Stripe.SubscriptionCancelParams>);

/** Ends a subscription now. Ended subscriptions aren't found, as at Stripe. */
export const cancelSubscription: Endpoint = ({ state, account, id, form }) => {
  const { cancellation_details: details } = read(cancelParams, form);
  const subscription = find(account.subscriptions, "subscription", id);
  if (hasEnded(subscription)) throw resourceMissing("subscription", id);
  if (details?.comment !== undefined) {
    subscription.cancellation_details = { ...detailsOf(subscription), comment: details.comment };
  }
  stopCollecting(account, subscription);
  endSubscription(state, account, subscription, "cancellation_requested");
  return subscription;
};

const updateParams = object({
  cancel_at: oneOf("min_period_end", "max_period_end", "").or(integer()).optional(),
  cancel_at_period_end: flag().optional(),
  cancellation_details: cancellationDetails,
  items: list(
    object({
      id: text(),
      price: text(),
    } satisfies Params<Stripe.SubscriptionUpdateParams.Item>),
  ).optional(),
  proration_behavior: oneOf("none").optional(),
} satisfies Params<Stripe.SubscriptionUpdateParams>);

/** Changes the prices of items from the next period, and plans or withdraws a cancellation. Their interval stays. */
export const updateSubscription: Endpoint = ({ state, account, id, form }) => {
  const { items = [], ...params } = read(updateParams, form);
  if (items.length > 0 && params.proration_behavior !== "none") {
    throw refusal("The stand-in doesn't model prorations.", { param: "proration_behavior" });
  }
  const subscription = find(account.subscriptions, "subscription", id);
  if (hasEnded(subscription)) {
    throw refusal("A canceled subscription can only update its cancellation_details and metadata.");
  }
  const changes = items.map(({ id: itemId, price: priceId }, index) => {
    const item = subscription.items.data.find((one) => one.id === itemId);
    if (!item) throw refusal(`Item ${itemId} isn't in this subscription.`, { param: `items[${index}][id]` });
    const price = findNamed(account.prices, "price", priceId, `items[${index}][price]`);
    const isLikeBefore =
      price.currency === item.price.currency && price.recurring?.interval === item.price.recurring?.interval;
    if (!isLikeBefore) throw refusal("The stand-in doesn't model changing a currency or an interval.");
    return { item, price };
  });
  const cancelAt = cancelTime(params, subscription, state.timeline.nowSeconds());
  changeSubscription(state, account, subscription, () => {
    for (const { item, price } of changes) {
      item.price = price;
      item.plan = planOf(price);
    }
    if (params.cancel_at_period_end === false || params.cancel_at === "") withdrawCancellation(subscription);
    if (cancelAt !== undefined) planCancellation(state, account, subscription, cancelAt);
    if (params.cancel_at_period_end) subscription.cancel_at_period_end = true;
    if (params.cancellation_details?.comment !== undefined) {
      const { comment } = params.cancellation_details;
      subscription.cancellation_details = { ...detailsOf(subscription), comment };
    }
  });
  return subscription;
};

/** When the parameters end a subscription; undefined if they don't. All items share one period, so both words mean its end. */
function cancelTime(
  { cancel_at: at, cancel_at_period_end: atPeriodEnd }: z.output<typeof updateParams>,
  subscription: Stripe.Subscription,
  now: number,
): number | undefined {
  if (atPeriodEnd && at) {
    throw refusal("You may only specify one of these parameters: cancel_at, cancel_at_period_end.");
  }
  if (typeof at === "number" && at <= now) {
    throw refusal("`cancel_at` must be a timestamp in the future.", { param: "cancel_at" });
  }
  if (typeof at === "number") return at;
  return atPeriodEnd || at ? currentPeriod(subscription).end : undefined;
}

/** Gives all items a new price of this amount. */
export function changeUnitAmount(
  state: State,
  account: AccountState,
  subscription: Stripe.Subscription,
  unitAmount: number,
): void {
  changeSubscription(state, account, subscription, () => {
    for (const item of subscription.items.data) {
      const decimal = StripeSdk.Decimal.from(unitAmount);
      item.price = {
        ...item.price,
        id: newId("price"),
        unit_amount: unitAmount,
        unit_amount_decimal: decimal,
      };
      item.plan = planOf(item.price);
      account.prices.set(item.price.id, item.price);
    }
  });
}

/** Applies a coupon that isn't limited to one payment. */
export function discountSubscription(
  state: State,
  account: AccountState,
  subscription: Stripe.Subscription,
  coupon: string,
): void {
  const { id } = find(account.coupons, "coupon", coupon);
  const customer = idOf(subscription.customer);
  const of = { coupon: id, promotionCode: null, session: null, customer };
  const discount = newDiscount(state.timeline.nowSeconds(), of);
  account.discounts.set(discount.id, discount);
  changeSubscription(state, account, subscription, () => {
    subscription.discounts = [discount.id];
  });
}

/** Open invoices stay open but are no longer collected automatically. */
function stopCollecting({ invoices }: AccountState, { id }: Stripe.Subscription): void {
  for (const invoice of invoices.values()) {
    const of = idOf(invoice.parent?.subscription_details?.subscription ?? null);
    if (of !== id || invoice.status !== "open") continue;
    invoice.auto_advance = false;
    invoice.next_payment_attempt = null;
  }
}

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

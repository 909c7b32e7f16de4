import type Stripe from "stripe";
import type { Outcome } from "../../database/queries/sessions/checkout-sessions.ts";
import type { Amounts } from "../../domain/amounts.ts";
import type { ShippingChoice } from "../../domain/offers.ts";
import type { PaymentOutcome, PaymentStatus } from "../../domain/session-state.ts";
import type { ShippingAddress } from "../../domain/shipping-address.ts";
import type { ReportedLine, SubscriptionRecord, SubscriptionTimes } from "../../domain/subscription.ts";
import { hasIntentFailed, type InvoiceState } from "../events/invoice-state.ts";
import { idOf } from "../provider/id-of.ts";

export interface SubscriptionState
  extends Pick<SubscriptionRecord, "id" | "customerId" | "status" | "fetchedAt" | "billingInterval">,
    SubscriptionTimes {
  /** Our checkout session for it. */
  checkoutSessionId: string | null;
  createdAt: number;
  currency: string;
  /** Undefined unless the products are expanded. */
  reportedLines: ReportedLine[] | undefined;
}

/**
 * The outcome of a session, whose subscription and payment intent with its charge are expanded.
 * @param invoice the first invoice of a complete subscription
 */
export function toOutcome(
  session: Stripe.Checkout.Session,
  fetchedAt: number,
  invoice?: InvoiceState,
): Outcome {
  const { subscription, customer_details: customer } = session;
  const shipping = session.collected_information?.shipping_details ?? null;
  const paymentStatus = paymentStatusOf(session, invoice);
  const paymentOutcome = outcomeOf(session, paymentStatus, invoice);
  const isPaid = paymentOutcome === "paid";
  return {
    status: known(session.status ?? "open", ["open", "complete", "expired"]),
    paymentStatus,
    paymentOutcome,
    customerEmail: customer?.email ?? null,
    customerName: customer?.name ?? shipping?.name ?? null,
    customerPhone: customer?.phone ?? null,
    shippingAddress: shipping && toShippingAddress(shipping),
    url: session.url,
    completedAt: session.status === "complete" ? completedAtOf(session) : null,
    paymentId: idOf(session.payment_intent) ?? invoice?.payments[0]?.id ?? null,
    paid: isPaid ? paidOf(session, invoice) : null,
    amounts: session.status === "complete" ? amountsOf(session) : null,
    shippingChoice: session.status === "complete" ? shippingChoiceOf(session) : null,
    appliedCodes: (session.discounts ?? []).map(({ promotion_code: code }) => idOf(code)),
    payments: isPaid ? paymentsOf(session, fetchedAt, invoice) : [],
    ...(subscription &&
      typeof subscription !== "string" && { subscription: toSubscription(subscription, fetchedAt) }),
  };
}

export function toSubscription(subscription: Stripe.Subscription, fetchedAt: number): SubscriptionState {
  const { id, customer, status, metadata, items } = subscription;
  const interval = (["month", "year"] as const).find(
    (one) => one === items.data[0]?.price.recurring?.interval,
  );
  // Products that were added at the provider may have other periods.
  const periodEnd = Math.min(...items.data.map((item) => item.current_period_end));
  const currentPeriodEnd = Number.isFinite(periodEnd) ? periodEnd * 1000 : null;
  return {
    id,
    customerId: idOf(customer) ?? "",
    status,
    fetchedAt,
    checkoutSessionId: metadata.checkoutSessionId ?? null,
    createdAt: subscription.created * 1000,
    reportedLines: linesOf(items.data),
    currency: subscription.currency,
    billingInterval: interval ?? null,
    currentPeriodEnd,
    cancelAt:
      instant(subscription.cancel_at) ?? (subscription.cancel_at_period_end ? currentPeriodEnd : null),
    endedAt: instant(subscription.ended_at),
    trialEnd: instant(subscription.trial_end),
  };
}

function linesOf(items: Stripe.SubscriptionItem[]): ReportedLine[] | undefined {
  const lines: ReportedLine[] = [];
  for (const { price, quantity } of items) {
    if (typeof price.product === "string") return undefined;
    const { name, metadata } = price.product.deleted ? { name: "Deleted product" } : price.product;
    const productId = metadata?.productId ?? null;
    lines.push({ productId, name, quantity: quantity ?? 1, unitPriceInCents: price.unit_amount });
  }
  return lines;
}

function instant(seconds: number | null): number | null {
  return seconds === null ? null : seconds * 1000;
}

/** If the first payment failed, the provider leaves the session unpaid even when a later attempt succeeds. */
function paymentStatusOf(session: Stripe.Checkout.Session, invoice?: InvoiceState): PaymentStatus {
  const reported = known(session.payment_status, ["unpaid", "paid", "no_payment_required"]);
  return reported === "unpaid" && session.status === "complete" && invoice?.isPaid ? "paid" : reported;
}

function outcomeOf(
  session: Stripe.Checkout.Session,
  paymentStatus: PaymentStatus,
  invoice?: InvoiceState,
): PaymentOutcome | null {
  if (session.status !== "complete") return null;
  if (paymentStatus !== "unpaid") return "paid";
  return (invoice?.hasFailed ?? hasIntentFailed(session.payment_intent)) ? "failed" : "pending";
}

function paidOf(session: Stripe.Checkout.Session, invoice?: InvoiceState): NonNullable<Outcome["paid"]> {
  if (invoice) return invoice.paid;
  const { payment_intent: intent } = session;
  if (intent && typeof intent !== "string") {
    return { amount: intent.amount_received, currency: intent.currency };
  }
  return { amount: session.amount_total ?? 0, currency: session.currency ?? "" };
}

function amountsOf(session: Stripe.Checkout.Session): Amounts | null {
  const { amount_subtotal: subtotal, amount_total: total, total_details: details } = session;
  if (subtotal === null || total === null || details === null) return null;
  const { amount_discount: discount, amount_shipping: shipping, amount_tax: tax } = details;
  return { subtotal, discount, shipping: shipping ?? 0, tax, total };
}

/** The provider lists the rates in the order in which the session was opened with them. */
function shippingChoiceOf(session: Stripe.Checkout.Session): ShippingChoice | null {
  const { shipping_cost: cost, shipping_options: options } = session;
  const chosen = idOf(cost?.shipping_rate ?? null);
  if (chosen === null) return null;
  const index = options.findIndex(({ shipping_rate: rate }) => idOf(rate) === chosen);
  const option = options[index];
  return option ? { index, priceInCents: option.shipping_amount } : null;
}

function paymentsOf(session: Stripe.Checkout.Session, fetchedAt: number, invoice?: InvoiceState) {
  if (invoice) return invoice.payments;
  const id = idOf(session.payment_intent);
  if (id === null) return [];
  return [{ id, invoiceId: null, ...paidOf(session), paidAt: chargedAt(session) ?? fetchedAt }];
}

/** The provider creates the charge or subscription when the buyer completes the session. Free sessions have neither. */
function completedAtOf(session: Stripe.Checkout.Session): number | null {
  const { subscription } = session;
  if (subscription && typeof subscription !== "string") return subscription.created * 1000;
  return chargedAt(session);
}

function chargedAt({ payment_intent: intent }: Stripe.Checkout.Session): number | null {
  const charge = intent && typeof intent !== "string" ? intent.latest_charge : null;
  return charge && typeof charge !== "string" ? charge.created * 1000 : null;
}

function toShippingAddress({
  name,
  address,
}: Stripe.Checkout.Session.CollectedInformation.ShippingDetails): ShippingAddress {
  // Blank fields may be empty strings.
  const given = (text: string | null) => text || null;
  return {
    name: given(name),
    line1: given(address.line1),
    line2: given(address.line2),
    city: given(address.city),
    state: given(address.state),
    postalCode: given(address.postal_code),
    country: given(address.country),
  };
}

/** The SDK's types allow for future values; we can't know what they would mean for a buyer. */
function known<T extends string>(word: string, words: T[]): T {
  const found = words.find((one) => one === word);
  if (found === undefined) throw new Error(`Unknown value "${word}" from the payment provider.`);
  return found;
}

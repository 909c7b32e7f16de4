import type { Stripe } from "stripe";
import { redeem } from "../amounts/coupons.ts";
import {
  failCollection,
  periodLines,
  scheduleRenewal,
  scheduleTrialReminder,
} from "../billing/billing-cycle.ts";
import { newCustomer } from "../billing/customers.ts";
import {
  attachIntent,
  draftInvoice,
  finalizeInvoice,
  type InvoiceLine,
  markPaid,
} from "../billing/invoices.ts";
import { monthsAfter } from "../billing/periods.ts";
import { currentPeriod, hasEnded, methodOf, newSubscription } from "../billing/subscriptions.ts";
import { refusal } from "../conventions/errors.ts";
import {
  askForAuthentication,
  beginDebit,
  chargeIntent,
  failAuthentication,
  openIntent,
  settleIntent,
} from "../payments/payment-intents.ts";
import { newBankDebit, newCard } from "../payments/payment-methods.ts";
import type { AccountState, SessionRecord } from "../state/account-state.ts";
import type { Buyer, TestCard } from "../state/buyer.ts";
import { previousValues } from "../state/event-log.ts";
import { idOf, type State } from "../state/state.ts";
import { invoicePayment } from "./payment-invoice.ts";
import { couponOf } from "./session-sums.ts";
import { taxIdsOf } from "./tax-ids.ts";

interface At {
  state: State;
  account: AccountState;
}

/** Pays with the buyer's card. False if it is declined; the session then stays open for another card. */
export function payByCard(record: SessionRecord, buyer: Buyer, card: TestCard, at: At): boolean {
  const { state, account } = at;
  const method = newCard(state.timeline.nowSeconds(), null, buyer, card);
  const declineCode = card.declineCode ?? "generic_decline";
  record.challenge = null;
  account.testCards.set(method.id, card);
  if (card.refuses) account.refusedCards.set(method.id, declineCode);
  if (card.refuses === "at_once") {
    if (owed(record) > 0) chargeIntent(state, account, openIntentOf(record, buyer, at), method);
    return false;
  }
  keepMethod(record, buyer, method, at);
  // Such a card accepts the first payment and declines renewals.
  account.refusedCards.delete(method.id);
  if (owed(record) > 0) chargeIntent(state, account, openIntentOf(record, buyer, at), method);
  if (card.refuses) account.refusedCards.set(method.id, declineCode);
  complete(record, buyer, method, owed(record) > 0 ? "paid" : "no_payment_required", at);
  return true;
}

/** Starts the bank's authentication page; `payByCard` or `refuseChallenge` continues. */
export function challenge(record: SessionRecord, buyer: Buyer, card: TestCard, at: At): void {
  record.challenge = { buyer, card };
  if (owed(record) > 0) askForAuthentication(at.state, at.account, openIntentOf(record, buyer, at));
}

export function refuseChallenge(record: SessionRecord, { state, account }: At): void {
  const intent = account.paymentIntents.get(record.intentId ?? "");
  if (record.challenge && intent) failAuthentication(state, account, intent);
  record.challenge = null;
}

export function canPayLater({ session }: SessionRecord): boolean {
  return (session.amount_total ?? 0) > 0;
}

/** Pays by bank debit: the session completes unpaid, and `settlePayment` reports the result days later. */
export function payLater(record: SessionRecord, buyer: Buyer, at: At): void {
  const { state, account } = at;
  if (!canPayLater(record)) throw refusal(`Session ${record.session.id} cannot be paid later.`);
  const method = newBankDebit(state.timeline.nowSeconds(), null, buyer);
  keepMethod(record, buyer, method, at);
  beginDebit(state, account, openIntentOf(record, buyer, at), method);
  complete(record, buyer, method, "unpaid", at);
}

/** Sets the result of a `payLater` payment. */
export function settlePayment(record: SessionRecord, succeeds: boolean, { state, account }: At): void {
  const { session } = record;
  const intent = account.paymentIntents.get(record.intentId ?? "");
  if (intent?.status !== "processing") throw refusal(`Session ${session.id} is not waiting for a payment.`);
  settleIntent(state, account, intent, succeeds);
  const subscription = account.subscriptions.get(idOf(session.subscription) ?? "");
  // The subscription may have been renewed meanwhile, so it isn't its latest invoice.
  const invoice = account.invoices.get(idOf(session.invoice) ?? "");
  if (subscription && invoice) settleFirstInvoice(invoice, subscription, succeeds, { state, account });
  if (succeeds) session.payment_status = "paid";
  if (succeeds && session.mode === "payment") invoicePayment(record, { state, account });
  state.events.emit(
    account,
    succeeds ? "checkout.session.async_payment_succeeded" : "checkout.session.async_payment_failed",
    session,
  );
}

function settleFirstInvoice(
  invoice: Stripe.Invoice,
  subscription: Stripe.Subscription,
  succeeds: boolean,
  { state, account }: At,
): void {
  if (succeeds) {
    markPaid(state, account, invoice);
    return;
  }
  // The bank declines the next attempts too, until the buyer replaces the account.
  const method = methodOf(account, subscription);
  if (method) account.refusedCards.set(method.id, "generic_decline");
  // A subscription cancelled meanwhile stays cancelled.
  if (hasEnded(subscription)) state.events.emit(account, "invoice.payment_failed", invoice);
  else failCollection(state, account, invoice, subscription);
}

function owed({ session }: SessionRecord): number {
  return session.amount_total ?? 0;
}

function openIntentOf(record: SessionRecord, buyer: Buyer, { state, account }: At): Stripe.PaymentIntent {
  const { session } = record;
  const known = account.paymentIntents.get(record.intentId ?? "");
  const intent =
    known ??
    openIntent(state, account, {
      amount: owed(record),
      currency: session.currency ?? "usd",
      customer: idOf(session.customer),
      description: session.mode === "payment" ? null : "Subscription creation",
      metadata: {},
      types: session.payment_method_types,
    });
  // A code may have been applied since the first attempt.
  intent.amount = owed(record);
  intent.customer = idOf(session.customer);
  if (session.mode === "payment" && buyer.shipping) {
    intent.shipping = { ...buyer.shipping, ...(buyer.phone && { phone: buyer.phone }) };
  }
  record.intentId = intent.id;
  if (session.mode === "payment") session.payment_intent = intent.id;
  return intent;
}

function keepMethod(
  record: SessionRecord,
  buyer: Buyer,
  method: Stripe.PaymentMethod,
  { state, account }: At,
): void {
  const customer = customerFor(record, buyer, { state, account });
  account.paymentMethods.set(method.id, method);
  if (!customer) return;
  // A card is only attached if it will be charged again.
  if (record.session.mode === "subscription") {
    method.customer = customer.id;
    state.events.emit(account, "payment_method.attached", method);
  }
}

function customerFor(
  { session, customerUpdate }: SessionRecord,
  buyer: Buyer,
  { state, account }: At,
): Stripe.Customer | undefined {
  const known = account.customers.get(idOf(session.customer) ?? "");
  if (known) {
    const previous = previousValues(known, () => {
      known.email = known.email ?? buyer.email;
      if (customerUpdate.address && buyer.billing) known.address = buyer.billing;
      if (customerUpdate.name) known.name = nameOf(buyer) ?? known.name ?? null;
      if (customerUpdate.shipping && buyer.shipping) known.shipping = buyer.shipping;
    });
    keepTaxIds(account, known.id, buyer);
    if (Object.keys(previous).length > 0) state.events.emit(account, "customer.updated", known, previous);
    return known;
  }
  if (session.customer_creation !== "always" && !session.invoice_creation?.enabled) return undefined;
  const customer: Stripe.Customer = {
    ...newCustomer(state.timeline.nowSeconds(), buyer.email),
    address: addressOf(buyer),
    name: nameOf(buyer),
    phone: buyer.phone,
    shipping: buyer.shipping,
  };
  account.customers.set(customer.id, customer);
  session.customer = customer.id;
  keepTaxIds(account, customer.id, buyer);
  state.events.emit(account, "customer.created", customer);
  return customer;
}

/** Stripe adds the tax id to those that the customer has. */
function keepTaxIds({ taxIds }: AccountState, customer: string, buyer: Buyer): void {
  if (buyer.business) taxIds.set(customer, [...(taxIds.get(customer) ?? []), ...taxIdsOf(buyer)]);
}

/** The name of a business replaces the person's. */
function nameOf({ business, name, shipping }: Buyer): string | null {
  return business?.name ?? name ?? shipping?.name ?? null;
}

/** The page asks for one address only, and uses it for shipping and billing. */
function addressOf({ billing, shipping }: Buyer): Stripe.Address | null {
  return billing ?? shipping?.address ?? null;
}

type PaymentStatus = "paid" | "unpaid" | "no_payment_required";

function complete(
  record: SessionRecord,
  buyer: Buyer,
  method: Stripe.PaymentMethod,
  paymentStatus: PaymentStatus,
  at: At,
): void {
  const { session } = record;
  if (session.mode === "subscription") subscribe(record, method, paymentStatus, at);
  else if (paymentStatus !== "unpaid") invoicePayment(record, at);
  session.collected_information = {
    business_name: buyer.business?.name ?? null,
    individual_name: null,
    shipping_details: buyer.shipping,
  };
  session.customer_details = {
    address: addressOf(buyer),
    business_name: buyer.business?.name ?? null,
    email: buyer.email,
    individual_name: null,
    name: nameOf(buyer),
    phone: buyer.phone,
    tax_exempt: "none",
    tax_ids: taxIdsOf(buyer),
  };
  const coupon = couponOf(at.account, record);
  const code = at.account.promotionCodes.get(idOf(record.discount?.promotion_code) ?? "");
  if (coupon) redeem(at.state, at.account, coupon, code);
  session.payment_status = paymentStatus;
  session.status = "complete";
  session.url = null;
  at.state.events.emit(at.account, "checkout.session.completed", session);
}

/**
 * Since API version 2025-03-31 the subscription is created after its first payment, so it starts active, even while a bank
 * debit is pending. If that fails, it is past due, like after a failed renewal.
 */
function subscribe(
  record: SessionRecord,
  method: Stripe.PaymentMethod,
  paymentStatus: PaymentStatus,
  { state, account }: At,
): void {
  const { session, lineItems } = record;
  const now = state.timeline.nowSeconds();
  const subscription = newSubscription(now, {
    customer: idOf(session.customer) ?? "",
    method: method.id,
    lines: lineItems.filter(({ price }) => price?.recurring),
    metadata: record.subscriptionMetadata,
    status: record.trialDays > 0 ? "trialing" : "active",
    trialDays: record.trialDays,
    calculatesTax: session.automatic_tax.enabled,
    discounts: discountRenewals(account, record),
  });
  account.subscriptions.set(subscription.id, subscription);
  const invoice = draftInvoice(state, account, {
    subscription,
    lines: firstLines(account, subscription, lineItems),
    reason: "subscription_create",
    period: { start: now, end: now },
    discount: record.discount,
  });
  subscription.latest_invoice = invoice.id;
  session.subscription = subscription.id;
  session.invoice = invoice.id;
  state.events.emit(account, "customer.subscription.created", subscription);
  const intent = account.paymentIntents.get(record.intentId ?? "");
  if (intent) attachIntent(state, account, invoice, intent);
  finalizeInvoice(state, account, invoice);
  invoice.attempt_count = intent ? 1 : 0;
  invoice.attempted = true;
  if (paymentStatus !== "unpaid") markPaid(state, account, invoice);
  scheduleRenewal(state, account, subscription);
  scheduleTrialReminder(state, account, subscription);
}

/** Keeps a coupon's discount for renewals, for as long as it lasts. */
function discountRenewals(account: AccountState, record: SessionRecord): string[] {
  const { discount } = record;
  const coupon = couponOf(account, record);
  if (!discount || !coupon || coupon.duration === "once") return [];
  discount.end =
    coupon.duration_in_months === null ? null : monthsAfter(discount.start, coupon.duration_in_months);
  account.discounts.set(discount.id, discount);
  return [discount.id];
}

/** Lines for the first period and the one-time items. */
function firstLines(
  account: AccountState,
  subscription: Stripe.Subscription,
  lineItems: Stripe.LineItem[],
): InvoiceLine[] {
  const { start } = currentPeriod(subscription);
  const once = lineItems.flatMap(({ amount_subtotal: amount, description, price, quantity }) =>
    price && !price.recurring
      ? [
          {
            amount,
            description,
            price,
            quantity: quantity ?? 1,
            subscriptionItem: null,
            period: { start, end: start },
          },
        ]
      : [],
  );
  return [...periodLines(account, subscription), ...once];
}

import type Stripe from "stripe";
import { lineCharge } from "../amounts/charges.ts";
import { discountOf } from "../amounts/coupons.ts";
import { type Charge, type Sum, sumsOf } from "../amounts/sums.ts";
import { countryOf } from "../amounts/tax-place.ts";
import { onInvoice, taxesByRate, taxesOf } from "../amounts/tax-rates.ts";
import { newId } from "../conventions/ids.ts";
import { listOf, newestFirst } from "../conventions/list.ts";
import {
  isWithin,
  object,
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
import { find, idOf, type State } from "../state/state.ts";

export interface InvoiceLine {
  description: string | null;
  amount: number;
  price: Stripe.Price;
  quantity: number;
  /** Null for one-time items. */
  subscriptionItem: string | null;
  period: { start: number; end: number };
}

interface SubscriptionInvoice {
  subscription: Stripe.Subscription;
  lines: InvoiceLine[];
  reason: "subscription_create" | "subscription_cycle";
  /** The past period, as in Stripe's invoices. The lines have the coming period. */
  period: { start: number; end: number };
  /** Null for none. */
  discount: Stripe.Discount | null;
}

interface InvoiceOf extends Omit<SubscriptionInvoice, "subscription" | "reason"> {
  /** Null for an invoice of a one-time payment. */
  subscription: Stripe.Subscription | null;
  reason: SubscriptionInvoice["reason"] | "manual";
  customer: string;
  currency: string;
  shipping: Charge | null;
  calculatesTax: boolean;
  taxCountry: string | null;
}

/** Creates the draft of a subscription's invoice and emits the event. */
export function draftInvoice(state: State, account: AccountState, of: SubscriptionInvoice): Stripe.Invoice {
  const { subscription } = of;
  const customer = idOf(subscription.customer);
  const known = account.customers.get(customer);
  const calculatesTax = subscription.automatic_tax.enabled;
  return newDraft(state, account, {
    ...of,
    customer,
    currency: subscription.currency,
    shipping: null,
    calculatesTax,
    taxCountry: calculatesTax && known ? countryOf(known) : null,
  });
}

/** Creates a draft and emits the event. */
export function newDraft(state: State, account: AccountState, of: InvoiceOf): Stripe.Invoice {
  const { subscription, discount, currency, calculatesTax, taxCountry } = of;
  const created = state.timeline.nowSeconds();
  const id = newId("in");
  const customer = account.customers.get(of.customer);
  const coupon = account.coupons.get(idOf(discount?.source.coupon) ?? "");
  const sums = sumsOf({
    lines: of.lines.map(({ price, amount }) => lineCharge(account, price, amount)),
    shipping: of.shipping,
    discount: coupon ? discountOf(coupon) : null,
    taxCountry,
    currency,
  });
  const { total } = sums;
  const shipping = sums.shipping?.subtotal ?? 0;
  const taxed = [...sums.lines, ...(sums.shipping ? [sums.shipping] : [])];
  const taxes = taxCountry === null ? [] : taxesByRate(created, taxed);
  const included = total - (sums.subtotal - sums.discount + shipping) === 0 ? sums.tax : 0;
  const invoice: Stripe.Invoice = {
    id,
    object: "invoice",
    account_country: account.account.country ?? null,
    account_name: account.account.business_profile?.name ?? null,
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: shipping,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: calculatesTax
      ? {
          disabled_reason: null,
          enabled: true,
          liability: { type: "self" },
          provider: "stripe",
          status: "complete",
        }
      : { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: of.reason,
    collection_method: "charge_automatically",
    created,
    currency,
    custom_fields: null,
    customer: of.customer,
    customer_account: null,
    customer_address: customer?.address ?? null,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    customer_phone: customer?.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: account.taxIds.get(of.customer) ?? [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: discount ? [discount.id] : [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(
      of.lines.map((line, index) =>
        newInvoiceLine(line, {
          invoice: id,
          subscription,
          discount,
          sum: sums.lines[index],
          calculatesTax,
          created,
        }),
      ),
      `/v1/invoices/${id}/lines`,
      { limit: of.lines.length },
    ),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: subscription && {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: "subscription_details",
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: of.period.end,
    period_start: of.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: "draft",
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: sums.subtotal,
    subtotal_excluding_tax: sums.subtotal - included,
    test_clock: null,
    total,
    total_discount_amounts: discount ? [{ amount: sums.discount, discount: discount.id }] : [],
    total_excluding_tax: total - sums.tax,
    total_pretax_credit_amounts: [],
    total_taxes: taxes.map(onInvoice),
    webhooks_delivered_at: created,
  };
  account.invoices.set(id, invoice);
  if (discount) account.discounts.set(discount.id, discount);
  state.events.emit(account, "invoice.created", invoice);
  return invoice;
}

interface LineOf {
  invoice: string;
  subscription: Stripe.Subscription | null;
  discount: Stripe.Discount | null;
  sum: Sum | undefined;
  calculatesTax: boolean;
  created: number;
}

function newInvoiceLine(line: InvoiceLine, of: LineOf): Stripe.InvoiceLineItem {
  const { invoice, subscription, discount, sum, calculatesTax, created } = of;
  const common = { proration: false, proration_details: null };
  const subscriptionId = subscription?.id ?? null;
  return {
    id: newId("il"),
    object: "line_item",
    amount: line.amount,
    currency: line.price.currency,
    description: line.description,
    discount_amounts: discount ? [{ amount: sum?.discount ?? 0, discount: discount.id }] : [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: subscription?.metadata ?? {},
    parent: line.subscriptionItem
      ? {
          invoice_item_details: null,
          subscription_item_details: {
            ...common,
            subscription: subscriptionId,
            invoice_item: null,
            subscription_item: line.subscriptionItem,
          },
          type: "subscription_item_details",
        }
      : {
          invoice_item_details: { ...common, subscription: subscriptionId, invoice_item: newId("ii") },
          subscription_item_details: null,
          type: "invoice_item_details",
        },
    period: line.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: line.price.id, product: idOf(line.price.product) },
      type: "price_details",
      unit_amount_decimal: line.price.unit_amount_decimal,
    },
    quantity: line.quantity,
    quantity_decimal: StripeSdk.Decimal.from(line.quantity),
    subscription: subscriptionId,
    subtotal: line.amount,
    taxes: sum && calculatesTax ? taxesOf(created, sum).map(onInvoice) : [],
  };
}

/** Finalizes the invoice: it becomes due and gets a number and a page. */
export function finalizeInvoice(state: State, account: AccountState, invoice: Stripe.Invoice): void {
  const now = state.timeline.nowSeconds();
  const customer = account.customers.get(idOf(invoice.customer) ?? "");
  const sequence = customer?.next_invoice_sequence ?? 1;
  if (customer) customer.next_invoice_sequence = sequence + 1;
  invoice.number = `${customer?.invoice_prefix ?? "INV"}-${String(sequence).padStart(4, "0")}`;
  invoice.automatically_finalizes_at = null;
  invoice.effective_at = now;
  invoice.ending_balance = 0;
  invoice.hosted_invoice_url = `${state.url}/invoices/${invoice.id}`;
  invoice.invoice_pdf = `${invoice.hosted_invoice_url}/pdf`;
  invoice.status = "open";
  invoice.status_transitions.finalized_at = now;
  state.events.emit(account, "invoice.finalized", invoice);
}

/** Links an intent to the invoice it pays. Since API version 2025-03-31 neither object names the other. */
export function attachIntent(
  state: State,
  account: AccountState,
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent,
): void {
  const payment: Stripe.InvoicePayment = {
    id: newId("inpay"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: state.timeline.nowSeconds(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: "payment_intent" },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  };
  account.invoicePayments.set(payment.id, payment);
}

export function intentOf(account: AccountState, invoice: Stripe.Invoice): Stripe.PaymentIntent | undefined {
  const payment = paymentOf(account, invoice);
  return account.paymentIntents.get(idOf(payment?.payment.payment_intent) ?? "");
}

export function markPaid(state: State, account: AccountState, invoice: Stripe.Invoice): void {
  const now = state.timeline.nowSeconds();
  const payment = paymentOf(account, invoice);
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.attempted = true;
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  invoice.status = "paid";
  invoice.status_transitions.paid_at = now;
  if (payment) {
    payment.amount_paid = invoice.amount_due;
    payment.status = "paid";
    payment.status_transitions.paid_at = now;
  }
  state.events.emit(account, "invoice.paid", invoice);
  state.events.emit(account, "invoice.payment_succeeded", invoice);
  if (payment) state.events.emit(account, "invoice_payment.paid", payment);
}

export function subscriptionOf(
  account: AccountState,
  invoice: Stripe.Invoice,
): Stripe.Subscription | undefined {
  return account.subscriptions.get(idOf(invoice.parent?.subscription_details?.subscription) ?? "");
}

function paymentOf(account: AccountState, invoice: Stripe.Invoice): Stripe.InvoicePayment | undefined {
  return [...account.invoicePayments.values()].find((payment) => payment.invoice === invoice.id);
}

export const retrieveInvoice: Endpoint = ({ account, id, form }) => {
  read(object({}), form);
  return find(account.invoices, "invoice", id, "invoice");
};

const listParams = object({
  ...pageOfList,
  created: range().optional(),
  customer: text().optional(),
  status: oneOf("draft", "open", "paid", "uncollectible", "void").optional(),
  subscription: text().optional(),
} satisfies Params<Stripe.InvoiceListParams>);

export const listInvoices: Endpoint = ({ account, form }) => {
  const { created, customer, status, subscription, ...page } = read(listParams, form);
  return listOf(
    newestFirst(account.invoices.values()),
    "/v1/invoices",
    page,
    (invoice) =>
      invoice.status === (status ?? invoice.status) &&
      idOf(invoice.customer) === (customer ?? idOf(invoice.customer)) &&
      (subscription === undefined ||
        idOf(invoice.parent?.subscription_details?.subscription) === subscription) &&
      isWithin(created, invoice.created),
  );
};

const listPaymentsParams = object({
  ...pageOfList,
  payment: object({
    payment_intent: text().optional(),
    type: oneOf("payment_intent"),
  } satisfies Params<Stripe.InvoicePaymentListParams.Payment>).optional(),
} satisfies Params<Stripe.InvoicePaymentListParams>);

export const listInvoicePayments: Endpoint = ({ account, form }) => {
  const { payment, ...page } = read(listPaymentsParams, form);
  return listOf(
    newestFirst(account.invoicePayments.values()),
    "/v1/invoice_payments",
    page,
    (item) => item.payment.payment_intent === (payment?.payment_intent ?? item.payment.payment_intent),
  );
};

import type { Stripe } from "stripe";
import type { z } from "zod";
import type { Call, Endpoint } from "./endpoint.ts";
import { refusal } from "./errors.ts";
import { newId } from "./ids.ts";
import { listOf } from "./list.ts";
import { decimalsOf, formatMoney, largestCharge, smallestChargeIn } from "./money.ts";
import {
  address,
  currency,
  email,
  flag,
  integer,
  list,
  metadata,
  object,
  oneOf,
  pageOfList,
  read,
  text,
} from "./parameters.ts";
import { newInlinePrice, newInlineProduct } from "./prices.ts";
import { find, type SessionRecord } from "./state.ts";

const priceData = object({
  currency: currency(),
  product: text().optional(),
  product_data: object({
    name: text(),
    description: text().optional(),
    images: list(address()).max(8).optional(),
    metadata: metadata().optional(),
    tax_code: text().optional(),
    unit_label: text(12).optional(),
  }).optional(),
  recurring: object({
    interval: oneOf("day", "week", "month", "year"),
    interval_count: integer({ least: 1, most: 156 }).optional(),
  }).optional(),
  tax_behavior: oneOf("exclusive", "inclusive", "unspecified").optional(),
  unit_amount: integer().optional(),
});

const lineItem = object({
  metadata: metadata().optional(),
  price: text().optional(),
  price_data: priceData.optional(),
  quantity: integer({ least: 1, most: 999_999 }).optional(),
});

type LineItemParams = z.output<typeof lineItem>;

const createParams = object({
  allow_promotion_codes: flag().optional(),
  allowed_payment_method_types: list(text()).optional(),
  billing_address_collection: oneOf("auto", "required").optional(),
  branding_settings: object({ display_name: text().optional() }).optional(),
  cancel_url: address().optional(),
  client_reference_id: text(200).optional(),
  customer: text().optional(),
  customer_creation: oneOf("always", "if_required").optional(),
  customer_email: email().optional(),
  expires_at: integer().optional(),
  line_items: list(lineItem).optional(),
  locale: text().optional(),
  metadata: metadata().optional(),
  mode: oneOf("payment", "subscription"),
  payment_intent_data: object({
    description: text().optional(),
    metadata: metadata().optional(),
    receipt_email: email().optional(),
    setup_future_usage: oneOf("off_session", "on_session").optional(),
    statement_descriptor_suffix: text(22).optional(),
  }).optional(),
  phone_number_collection: object({ enabled: flag() }).optional(),
  shipping_address_collection: object({ allowed_countries: list(text()) }).optional(),
  submit_type: oneOf("auto", "book", "donate", "pay", "subscribe").optional(),
  subscription_data: object({
    description: text(500).optional(),
    metadata: metadata().optional(),
    trial_period_days: integer({ least: 1, most: 730 }).optional(),
  }).optional(),
  success_url: address(),
  ui_mode: oneOf("hosted_page").optional(),
} satisfies Partial<Record<keyof Stripe.Checkout.SessionCreateParams, z.ZodType>>);

type CreateParams = z.output<typeof createParams>;

export const createSession: Endpoint = ({ state, account, form, publicUrl }) => {
  const params = read(createParams, form);
  const now = state.timeline.nowSeconds();
  refuseContradictions(params);
  const expiresAt = expiryOf(params, now);
  if (params.customer) find(account.customers, "customer", params.customer, "customer");
  if (!account.account.charges_enabled) {
    throw refusal("Your account cannot currently make charges.");
  }
  const { lineItems, currency, total } = price(params, { state, account });
  const id = newId("cs_test", 58);
  const session: Stripe.Checkout.Session = {
    id,
    object: "checkout.session",
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: params.billing_address_collection ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: params.customer ?? null,
    customer_account: null,
    customer_creation: params.mode === "payment" ? (params.customer_creation ?? "if_required") : "always",
    customer_details: null,
    customer_email: params.customer_email ?? null,
    discounts: [],
    expires_at: expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: params.locale ?? null,
    managed_payments: null,
    metadata: params.metadata ?? {},
    mode: params.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: params.mode === "payment" ? "if_required" : "always",
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ["card"],
    payment_status: total === 0 && params.mode === "payment" ? "no_payment_required" : "unpaid",
    permissions: null,
    phone_number_collection: { enabled: params.phone_number_collection?.enabled ?? false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: params.submit_type ?? null,
    subscription: null,
    success_url: params.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: `${publicUrl}/pay/${id}`,
    wallet_options: null,
  };
  const record: SessionRecord = {
    session,
    lineItems,
    shopName: params.branding_settings?.display_name ?? null,
    intentData: {
      description: params.payment_intent_data?.description ?? null,
      metadata: params.payment_intent_data?.metadata ?? {},
    },
    subscriptionData: {
      description: params.subscription_data?.description ?? null,
      metadata: params.subscription_data?.metadata ?? {},
      trialDays: params.subscription_data?.trial_period_days ?? 0,
    },
  };
  account.sessions.set(id, record);
  state.timeline.at(expiresAt * 1000, () => {
    if (session.status === "open") expire(record);
  });
  return session;
};

export const retrieveSession: Endpoint = ({ account, path, form }) => {
  read(object({}), form);
  return recordOf(account, path).session;
};

export const listSessionLineItems: Endpoint = ({ account, path, form }) => {
  const page = read(object(pageOfList), form);
  const { session, lineItems } = recordOf(account, path);
  return listOf(lineItems, `/v1/checkout/sessions/${session.id}/line_items`, page);
};

export const expireSession: Endpoint = ({ account, path, form }) => {
  read(object({}), form);
  const record = recordOf(account, path);
  const { status } = record.session;
  if (status !== "open") {
    throw refusal(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${status}\`.`,
    );
  }
  expire(record);
  return record.session;
};

/** Ends an open session: from here on nobody can pay it. */
export function expire({ session }: SessionRecord): void {
  session.status = "expired";
  session.url = null;
}

function recordOf(account: Call["account"], { id = "" }: Call["path"]): SessionRecord {
  return find(account.sessions, "checkout.session", id, "session");
}

function refuseContradictions(params: CreateParams): void {
  const other = params.mode === "payment" ? "subscription_data" : "payment_intent_data";
  if (params[other])
    throw refusal(`You can not pass \`${other}\` in \`${params.mode}\` mode.`, { param: other });
  if (params.mode === "subscription" && params.customer_creation) {
    throw refusal("`customer_creation` can only be used in `payment` and `setup` mode.", {
      param: "customer_creation",
    });
  }
  if (params.customer && params.customer_email) {
    throw refusal("You may only specify one of these parameters: customer, customer_email.", {
      param: "customer",
    });
  }
}

function expiryOf(params: CreateParams, now: number): number {
  const expiresAt = params.expires_at ?? now + 24 * 60 * 60;
  if (expiresAt < now + 30 * 60) {
    throw refusal("The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.", {
      param: "expires_at",
    });
  }
  if (expiresAt > now + 24 * 60 * 60) {
    throw refusal("The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.", {
      param: "expires_at",
    });
  }
  return expiresAt;
}

function price(params: CreateParams, { state, account }: Pick<Call, "state" | "account">) {
  const given = params.line_items ?? [];
  if (given.length === 0) {
    throw refusal(`\`line_items\` is required in \`${params.mode}\` mode.`, {
      code: "parameter_missing",
      param: "line_items",
    });
  }
  const now = state.timeline.nowSeconds();
  const lineItems = given.map((item, index) => newLineItem(item, index, { account, now }));
  const recurring = lineItems.filter((item) => item.price?.recurring);
  if (params.mode === "payment" && recurring.length > 0) {
    throw refusal(
      "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
    );
  }
  if (params.mode === "subscription" && recurring.length === 0) {
    throw refusal("You must provide at least one recurring price in `subscription` mode when using prices.");
  }
  refuseTooMany(params.mode, lineItems.length, recurring.length);
  const intervals = new Set(
    recurring.map(({ price }) => `${price?.recurring?.interval_count} ${price?.recurring?.interval}`),
  );
  if (intervals.size > 1) {
    throw refusal("Checkout does not support multiple prices with different billing intervals.");
  }
  const currencies = new Set(lineItems.map((item) => item.currency));
  const [currency = "usd"] = currencies;
  if (currencies.size > 1) {
    throw refusal("All prices on a Checkout Session must use the same currency.", { param: "line_items" });
  }
  const total = lineItems.reduce((sum, item) => sum + item.amount_total, 0);
  refuseTotal(total, currency);
  return { lineItems, currency, total };
}

function refuseTooMany(mode: CreateParams["mode"], all: number, recurring: number): void {
  if (mode === "payment" && all > 100) {
    throw refusal("You can pass a maximum of 100 line items in `payment` mode.", { param: "line_items" });
  }
  if (mode === "subscription" && (recurring > 20 || all - recurring > 20)) {
    throw refusal(
      "You can pass a maximum of 20 line items with recurring prices and 20 with one-time prices in `subscription` mode.",
      { param: "line_items" },
    );
  }
}

function refuseTotal(total: number, currency: string): void {
  const least = smallestChargeIn(currency);
  if (total > 0 && total < least) {
    throw refusal(
      `The Checkout Session's total amount due must add up to at least ${formatMoney(least, currency)} ${currency}`,
      { code: "amount_too_small" },
    );
  }
  if (total > largestCharge) {
    throw refusal(
      `The Checkout Session's total amount due must be no more than ${formatMoney(largestCharge, currency)} ${currency}`,
      { code: "amount_too_large" },
    );
  }
}

function newLineItem(
  item: LineItemParams,
  index: number,
  at: { account: Call["account"]; now: number },
): Stripe.LineItem {
  const param = `line_items[${index}]`;
  if (item.quantity === undefined) {
    throw refusal("Quantity is required. Add `quantity` to `line_items`.", {
      code: "parameter_missing",
      param: `${param}[quantity]`,
    });
  }
  const { price, product } = priceOf(item, param, at);
  const amount = (price.unit_amount ?? 0) * item.quantity;
  return {
    id: newId("li"),
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: product.name,
    metadata: item.metadata ?? {},
    price,
    quantity: item.quantity,
  };
}

function priceOf(
  { price: priceId, price_data: data }: LineItemParams,
  param: string,
  { account, now }: { account: Call["account"]; now: number },
) {
  if ((priceId === undefined) === (data === undefined)) {
    throw refusal("You must specify exactly one of `price` or `price_data` for each line item.", { param });
  }
  if (!data) {
    const price = find(account.prices, "price", priceId ?? "", `${param}[price]`);
    return { price, product: productOf(account, price.product, param) };
  }
  if ((data.product === undefined) === (data.product_data === undefined)) {
    throw refusal("You must specify either `product` or `product_data` when creating a price.", {
      param: `${param}[price_data]`,
    });
  }
  if (data.unit_amount === undefined) {
    throw refusal("Missing required param: unit_amount.", {
      code: "parameter_missing",
      param: `${param}[price_data][unit_amount]`,
    });
  }
  if (decimalsOf(data.currency) === 3 && data.unit_amount % 10 !== 0) {
    throw refusal(`Amounts in ${data.currency} must be evenly divisible by 10.`, {
      param: `${param}[price_data][unit_amount]`,
    });
  }
  const product = data.product_data
    ? newInlineProduct(now, data.product_data)
    : productOf(account, data.product ?? "", param);
  const price = newInlinePrice(now, product.id, {
    currency: data.currency,
    unitAmount: data.unit_amount,
    recurring: data.recurring && {
      interval: data.recurring.interval,
      interval_count: data.recurring.interval_count ?? 1,
    },
  });
  account.products.set(product.id, product);
  account.prices.set(price.id, price);
  return { price, product };
}

function productOf(
  account: Call["account"],
  product: Stripe.Price["product"],
  param: string,
): Stripe.Product {
  const id = typeof product === "string" ? product : product.id;
  return find(account.products, "product", id, `${param}[price_data][product]`);
}

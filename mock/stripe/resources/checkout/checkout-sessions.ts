import type { Stripe } from "stripe";
import type { z } from "zod";
import type { Endpoint } from "../../api/endpoint.ts";
import { ParameterError, refusal } from "../../api/errors.ts";
import { listOf, newestFirst } from "../../api/list.ts";
import {
  address,
  email,
  flag,
  integer,
  isWithin,
  list,
  metadata,
  notModelled,
  object,
  oneOf,
  pageOfList,
  range,
  read,
  text,
} from "../../api/parameters.ts";
import { newId } from "../../ids.ts";
import { type AccountState, find, findNamed, type SessionRecord, type State } from "../../state/state.ts";
import { cancelIntent } from "../payments/payment-intents.ts";
import { countries } from "./countries.ts";
import { lineItemParams, pricedLines } from "./line-items.ts";

const leastLifeSeconds = 30 * 60;
const longestLifeSeconds = 24 * 60 * 60;

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
  customer_update: object({
    address: oneOf("auto", "never").optional(),
    name: oneOf("auto", "never").optional(),
    shipping: oneOf("auto", "never").optional(),
  }).optional(),
  expires_at: integer().optional(),
  line_items: list(lineItemParams).optional(),
  locale: text().optional(),
  metadata: metadata().optional(),
  mode: oneOf("payment", "subscription"),
  payment_intent_data: object({
    description: text().optional(),
    metadata: metadata().optional(),
  }).optional(),
  phone_number_collection: object({ enabled: flag() }).optional(),
  shipping_address_collection: object({ allowed_countries: list(oneOf(...countries)) }).optional(),
  submit_type: oneOf("auto", "book", "donate", "pay", "subscribe").optional(),
  subscription_data: object({
    billing_mode: object({ type: oneOf("classic", "flexible") }).optional(),
    description: text(500).optional(),
    metadata: metadata().optional(),
    trial_period_days: integer({ least: 1, most: 730 }).optional(),
  }).optional(),
  success_url: address(),
  ui_mode: oneOf("hosted_page").optional(),
  adaptive_pricing: notModelled(),
  after_expiration: notModelled(),
  automatic_tax: notModelled(),
  consent_collection: notModelled(),
  currency: notModelled(),
  custom_fields: notModelled(),
  custom_text: notModelled(),
  customer_account: notModelled(),
  discounts: notModelled(),
  excluded_payment_method_types: notModelled(),
  integration_identifier: notModelled(),
  invoice_creation: notModelled(),
  managed_payments: notModelled(),
  name_collection: notModelled(),
  optional_items: notModelled(),
  origin_context: notModelled(),
  payment_method_collection: notModelled(),
  payment_method_configuration: notModelled(),
  payment_method_data: notModelled(),
  payment_method_options: notModelled(),
  permissions: notModelled(),
  redirect_on_completion: notModelled(),
  return_url: notModelled(),
  saved_payment_method_options: notModelled(),
  setup_intent_data: notModelled(),
  shipping_options: notModelled(),
  tax_id_collection: notModelled(),
  wallet_options: notModelled(),
} satisfies Record<Exclude<keyof Stripe.Checkout.SessionCreateParams, "expand">, z.ZodType>);

type CreateParams = z.output<typeof createParams>;

export const createSession: Endpoint = ({ state, account, form }) => {
  const params = read(createParams, form);
  const now = state.timeline.nowSeconds();
  refuseContradictions(params);
  const expiresAt = expiryOf(params, now);
  if (params.customer) findNamed(account.customers, "customer", params.customer, "customer");
  if (!account.account.charges_enabled) throw refusal("Your account cannot currently make charges.");
  const order = {
    mode: params.mode,
    lines: params.line_items ?? [],
    isTrial: params.subscription_data?.trial_period_days !== undefined,
  };
  const { lineItems, currency, total } = pricedLines(order, { account, now });
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
    customer_creation: customerCreationOf(params),
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
    payment_method_types: methodTypesOf(params),
    payment_status: total === 0 ? "no_payment_required" : "unpaid",
    permissions: null,
    phone_number_collection: { enabled: params.phone_number_collection?.enabled ?? false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: params.shipping_address_collection ?? null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: params.submit_type ?? null,
    subscription: null,
    success_url: params.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: `${state.publicUrl}/pay/${id}`,
    wallet_options: null,
  };
  const record: SessionRecord = {
    session,
    lineItems,
    shopName: params.branding_settings?.display_name ?? null,
    shipsTo: params.shipping_address_collection?.allowed_countries ?? [],
    customerUpdate: {
      name: params.customer_update?.name === "auto",
      shipping: params.customer_update?.shipping === "auto",
    },
    intentData: {
      description: params.payment_intent_data?.description ?? null,
      metadata: params.payment_intent_data?.metadata ?? {},
    },
    subscriptionData: {
      description: params.subscription_data?.description ?? null,
      metadata: params.subscription_data?.metadata ?? {},
      trialDays: params.subscription_data?.trial_period_days ?? 0,
      // The default since API version 2025-09-30.
      billingMode: params.subscription_data?.billing_mode?.type ?? "flexible",
    },
    challenge: null,
    intentId: null,
  };
  account.sessions.set(id, record);
  scheduleExpiry(state, account, record);
  return session;
};

export function scheduleExpiry(state: State, account: AccountState, record: SessionRecord): void {
  const { session } = record;
  if (session.status !== "open") return;
  state.timeline.at(session.expires_at * 1000, () => {
    if (session.status === "open") expire(state, account, record);
  });
}

// A card, and one way to pay whose result comes later.
function methodTypesOf({ allowed_payment_method_types: allowed }: CreateParams): string[] {
  const types = ["card", "sepa_debit"].filter((type) => allowed?.includes(type) ?? true);
  if (types.length === 0) {
    throw refusal(
      "None of the allowed payment method types is available here: the stand-in has card and sepa_debit.",
      {
        param: "allowed_payment_method_types",
      },
    );
  }
  return types;
}

function customerCreationOf({ mode, customer, customer_creation: creation }: CreateParams) {
  if (customer) return null;
  return mode === "payment" ? (creation ?? "if_required") : "always";
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
  if (params.customer && params.customer_creation) {
    throw refusal("You may only specify one of these parameters: customer, customer_creation.", {
      param: "customer_creation",
    });
  }
  if (params.customer_update && !params.customer) {
    throw refusal("`customer_update` can only be used with `customer`.", { param: "customer_update" });
  }
}

/** Stripe validates it before anything begins, so no idempotency key remembers its refusal. */
function expiryOf(params: CreateParams, now: number): number {
  const expiresAt = params.expires_at ?? now + longestLifeSeconds;
  if (expiresAt < now + leastLifeSeconds) {
    throw new ParameterError(
      "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.",
      {
        param: "expires_at",
      },
    );
  }
  if (expiresAt > now + longestLifeSeconds) {
    throw new ParameterError(
      "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.",
      {
        param: "expires_at",
      },
    );
  }
  return expiresAt;
}

/** Ends an open session: from here on nobody can pay it. */
export function expire(state: State, account: AccountState, record: SessionRecord): void {
  const { session } = record;
  session.status = "expired";
  session.url = null;
  const intent = account.paymentIntents.get(record.intentId ?? "");
  if (intent) cancelIntent(state, account, intent);
  state.events.emit(account, "checkout.session.expired", session);
}

export const retrieveSession: Endpoint = ({ account, id, form }) => {
  read(object({}), form);
  return find(account.sessions, "checkout.session", id, "session").session;
};

const listParams = object({
  ...pageOfList,
  customer: text().optional(),
  payment_intent: text().optional(),
  status: oneOf("complete", "expired", "open").optional(),
  subscription: text().optional(),
  created: range().optional(),
  customer_account: notModelled(),
  customer_details: object({ email: text() }).optional(),
  payment_link: notModelled(),
} satisfies Record<Exclude<keyof Stripe.Checkout.SessionListParams, "expand">, z.ZodType>);

export const listSessions: Endpoint = ({ account, form }) => {
  const { limit, starting_after, ending_before, ...filters } = read(listParams, form);
  const sessions = newestFirst(account.sessions.values()).map(({ session }) => session);
  return listOf(
    sessions,
    "/v1/checkout/sessions",
    { limit, starting_after, ending_before },
    (session) =>
      isWithin(filters.created, session.created) &&
      session.customer === (filters.customer ?? session.customer) &&
      (!filters.customer_details || session.customer_details?.email === filters.customer_details.email) &&
      session.payment_intent === (filters.payment_intent ?? session.payment_intent) &&
      session.status === (filters.status ?? session.status) &&
      session.subscription === (filters.subscription ?? session.subscription),
  );
};

export const listSessionLineItems: Endpoint = ({ account, id, form }) => {
  const page = read(object(pageOfList), form);
  const { session, lineItems } = find(account.sessions, "checkout.session", id, "session");
  return listOf(lineItems, `/v1/checkout/sessions/${session.id}/line_items`, page);
};

export const expireSession: Endpoint = ({ state, account, id, form }) => {
  read(object({}), form);
  const record = find(account.sessions, "checkout.session", id, "session");
  const { status } = record.session;
  if (status !== "open") {
    throw refusal(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${status}\`.`,
    );
  }
  expire(state, account, record);
  return record.session;
};

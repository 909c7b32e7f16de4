import type { Stripe } from "stripe";
import type { z } from "zod";
import { countryOf } from "../amounts/tax-place.ts";
import { refuseWithoutOrigin } from "../amounts/tax-settings.ts";
import { ParameterError, refusal } from "../conventions/errors.ts";
import { newId } from "../conventions/ids.ts";
import { listOf, newestFirst } from "../conventions/list.ts";
import {
  address,
  email,
  flag,
  integer,
  isWithin,
  list,
  metadata,
  object,
  off,
  oneOf,
  type Params,
  pageOfList,
  range,
  read,
  text,
} from "../conventions/parameters.ts";
import { cancelIntent } from "../payments/payment-intents.ts";
import type { AccountState, SessionRecord } from "../state/account-state.ts";
import type { Endpoint } from "../state/endpoint.ts";
import { find, findNamed, type State } from "../state/state.ts";
import { countries } from "./countries.ts";
import { lineItemParams, pricedLines, refuseTotal } from "./line-items.ts";
import { locales } from "./locales.ts";
import { discountFor, discountParams } from "./session-discount.ts";
import { refreshSums } from "./session-sums.ts";
import { offeredRates, shippingOptionParams } from "./shipping-options.ts";

const minLifeSeconds = 30 * 60;
const maxLifeSeconds = 24 * 60 * 60;

const createParams = object({
  adaptive_pricing: object({ enabled: off().optional() }).optional(),
  allow_promotion_codes: flag().optional(),
  automatic_tax: object({ enabled: flag() }).optional(),
  billing_address_collection: oneOf("auto").optional(),
  branding_settings: object({
    display_name: text().optional(),
  } satisfies Params<Stripe.Checkout.SessionCreateParams.BrandingSettings>).optional(),
  cancel_url: address().optional(),
  client_reference_id: text(200).optional(),
  customer: text().optional(),
  customer_email: email().optional(),
  customer_update: object({
    address: oneOf("auto", "never").optional(),
    name: oneOf("auto", "never").optional(),
    shipping: oneOf("auto", "never").optional(),
  } satisfies Params<Stripe.Checkout.SessionCreateParams.CustomerUpdate>).optional(),
  discounts: list(discountParams).optional(),
  expires_at: integer().optional(),
  invoice_creation: object({ enabled: flag() }).optional(),
  line_items: list(lineItemParams).optional(),
  locale: oneOf(...locales).optional(),
  metadata: metadata().optional(),
  mode: oneOf("payment", "subscription"),
  phone_number_collection: object({ enabled: flag() }).optional(),
  shipping_address_collection: object({ allowed_countries: list(oneOf(...countries)) }).optional(),
  shipping_options: list(shippingOptionParams).optional(),
  subscription_data: object({
    metadata: metadata().optional(),
    trial_period_days: integer({ least: 1, most: 730 }).optional(),
  } satisfies Params<Stripe.Checkout.SessionCreateParams.SubscriptionData>).optional(),
  success_url: address(),
  tax_id_collection: object({ enabled: flag() }).optional(),
} satisfies Params<Stripe.Checkout.SessionCreateParams>);

type CreateParams = z.output<typeof createParams>;

export const createSession: Endpoint = ({ state, account, form }) => {
  const params = read(createParams, form);
  const now = state.timeline.nowSeconds();
  if (params.mode === "payment" && params.subscription_data) {
    throw refusal("You can not pass `subscription_data` in `payment` mode.", { param: "subscription_data" });
  }
  if (params.mode === "subscription" && params.invoice_creation) {
    throw refusal("You can only enable invoice creation when `mode` is set to `payment`.", {
      param: "invoice_creation",
    });
  }
  const expiresAt = expiryOf(params, now);
  if (params.customer && params.customer_email) {
    throw refusal("You may only specify one of these parameters: customer, customer_email.");
  }
  if (params.allow_promotion_codes !== undefined && params.discounts) {
    throw refusal("You may only specify one of these parameters: allow_promotion_codes, discounts.");
  }
  const customer = params.customer && findNamed(account.customers, "customer", params.customer, "customer");
  const customerUpdate = customerUpdateOf(params);
  const asksTaxId = params.tax_id_collection?.enabled ?? false;
  if (asksTaxId && customer && !customerUpdate.name) {
    throw refusal(
      "Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing " +
        "customer, please set `customer_update[name]` to `auto`.",
    );
  }
  const calculatesTax = params.automatic_tax?.enabled ?? false;
  if (calculatesTax) refuseTax(params, account, customer || undefined);
  if (!account.account.charges_enabled) throw refusal("Your account cannot currently make charges.");
  const order = {
    mode: params.mode,
    lines: params.line_items ?? [],
  };
  const { lineItems, currency } = pricedLines(order, { account, now });
  const trialDays = params.subscription_data?.trial_period_days ?? 0;
  if (trialDays > 0) startFree(lineItems);
  const rates = offeredRates(account, {
    options: params.shipping_options ?? [],
    mode: params.mode,
    currency,
    now,
  });
  const id = newId("cs_test", 58);
  const discount = discountFor(account, params.discounts ?? [], {
    session: id,
    customer: params.customer ?? null,
    subtotal: lineItems.reduce((sum, item) => sum + item.amount_subtotal, 0),
    currency,
    now,
  });
  const session: Stripe.Checkout.Session = {
    id,
    object: "checkout.session",
    // On by default for new accounts.
    adaptive_pricing: { enabled: params.adaptive_pricing?.enabled ?? true },
    after_expiration: null,
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    allowed_payment_method_types: null,
    // These and the other sums are set by `refreshSums`.
    amount_subtotal: 0,
    amount_total: 0,
    automatic_tax: calculatesTax
      ? { enabled: true, liability: { type: "self" }, provider: "stripe", status: "requires_location_inputs" }
      : { enabled: false, liability: null, provider: null, status: null },
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
    discounts: (params.discounts ?? []).map(({ coupon = null, promotion_code = null }) => ({
      coupon,
      promotion_code,
    })),
    expires_at: expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: params.invoice_creation
      ? { enabled: params.invoice_creation.enabled, invoice_data: noInvoiceData }
      : null,
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
    // A card, and one method whose result comes later.
    payment_method_types: ["card", "sepa_debit"],
    payment_status: "unpaid",
    permissions: null,
    phone_number_collection: { enabled: params.phone_number_collection?.enabled ?? false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: params.shipping_address_collection ?? null,
    // The first option is chosen until the buyer chooses another.
    shipping_cost: rates[0]
      ? { amount_subtotal: 0, amount_tax: 0, amount_total: 0, shipping_rate: rates[0].id }
      : null,
    shipping_options: rates.map((rate) => ({
      shipping_amount: rate.fixed_amount?.amount ?? 0,
      shipping_rate: rate.id,
    })),
    status: "open",
    submit_type: null,
    subscription: null,
    success_url: params.success_url,
    tax_id_collection: { enabled: asksTaxId, required: "never" },
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: `${state.url}/pay/${id}`,
    wallet_options: null,
  };
  const record: SessionRecord = {
    session,
    lineItems,
    shopName: params.branding_settings?.display_name ?? null,
    shipsTo: params.shipping_address_collection?.allowed_countries ?? [],
    subscriptionMetadata: params.subscription_data?.metadata ?? {},
    trialDays,
    challenge: null,
    intentId: null,
    taxCountry: customer ? countryOf(customer) : null,
    customerUpdate,
    discount,
    parts: { breakdown: { discounts: [], taxes: [] }, shippingTaxes: [], lines: {} },
  };
  refreshSums(state, account, record);
  refuseTotal(session.amount_total ?? 0, currency);
  account.sessions.set(id, record);
  scheduleExpiry(state, account, record);
  return session;
};

/** Nothing is due for the trial period. One-time items are paid at once. */
function startFree(lineItems: Stripe.LineItem[]): void {
  for (const item of lineItems) if (item.price?.recurring) item.amount_subtotal = 0;
}

const noInvoiceData: Stripe.Checkout.Session.InvoiceCreation.InvoiceData = {
  account_tax_ids: null,
  custom_fields: null,
  description: null,
  footer: null,
  issuer: null,
  metadata: {},
  rendering_options: null,
};

export function scheduleExpiry(state: State, account: AccountState, record: SessionRecord): void {
  const { session } = record;
  if (session.status !== "open") return;
  state.timeline.at(session.expires_at * 1000, () => {
    if (session.status === "open") expire(state, account, record);
  });
}

function customerUpdateOf({
  customer,
  customer_update: update,
}: CreateParams): SessionRecord["customerUpdate"] {
  if (update && !customer) {
    throw refusal("`customer_update` can only be used with `customer`.", { param: "customer_update" });
  }
  return {
    address: update?.address === "auto",
    name: update?.name === "auto",
    shipping: update?.shipping === "auto",
  };
}

/** Tax needs the account's origin, and a place to keep the address that an existing customer enters. */
function refuseTax(params: CreateParams, account: AccountState, customer: Stripe.Customer | undefined): void {
  refuseWithoutOrigin(account);
  if (!customer) return;
  const { address, shipping } = customerUpdateOf(params);
  if (params.shipping_address_collection && !shipping) {
    throw refusal(
      "Automatic tax calculation uses fields saved on the Customer. To collect a shipping address with `automatic_tax` " +
        "enabled, set customer_update[shipping] to 'auto'.",
    );
  }
  if (!params.shipping_address_collection && !address && countryOf(customer) === null) {
    throw refusal(
      "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the " +
        "Customer or set `customer_update[address]` to 'auto' to save the billing address entered in Checkout to the Customer.",
      { code: "customer_tax_location_invalid" },
    );
  }
}

function customerCreationOf({ mode, customer }: CreateParams) {
  if (customer) return null;
  return mode === "payment" ? "if_required" : "always";
}

/** Stripe validates it before the request starts, so a refusal isn't saved for the idempotency key. */
function expiryOf(params: CreateParams, now: number): number {
  const expiresAt = params.expires_at ?? now + maxLifeSeconds;
  if (expiresAt < now + minLifeSeconds) {
    throw new ParameterError(
      "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.",
      {
        param: "expires_at",
      },
    );
  }
  if (expiresAt > now + maxLifeSeconds) {
    throw new ParameterError(
      "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.",
      {
        param: "expires_at",
      },
    );
  }
  return expiresAt;
}

/** Expires an open session, so that it can't be paid any more. */
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
  created: range().optional(),
  payment_intent: text().optional(),
  status: oneOf("complete", "expired", "open").optional(),
} satisfies Params<Stripe.Checkout.SessionListParams>);

export const listSessions: Endpoint = ({ account, form }) => {
  const { created, payment_intent: intent, status, ...page } = read(listParams, form);
  const sessions = newestFirst(account.sessions.values()).map(({ session }) => session);
  return listOf(
    sessions,
    "/v1/checkout/sessions",
    page,
    (session) =>
      isWithin(created, session.created) &&
      session.status === (status ?? session.status) &&
      session.payment_intent === (intent ?? session.payment_intent),
  );
};

/** In the order of their creation, unlike most of Stripe's lists. */
export const listSessionLineItems: Endpoint = ({ account, id, form }) => {
  const page = read(object(pageOfList), form);
  const { lineItems } = find(account.sessions, "checkout.session", id, "session");
  return listOf(lineItems, `/v1/checkout/sessions/${id}/line_items`, page);
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

/** The URL that the buyer is redirected to after paying. */
export function successUrlOf({ session }: SessionRecord): string {
  return (session.success_url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

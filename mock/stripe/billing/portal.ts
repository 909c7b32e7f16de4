import type { Stripe } from "stripe";
import { newId } from "../conventions/ids.ts";
import {
  address,
  flag,
  list,
  object,
  off,
  oneOf,
  type Params,
  read,
  text,
} from "../conventions/parameters.ts";
import type { Endpoint } from "../state/endpoint.ts";
import { findNamed, type State } from "../state/state.ts";

const featuresParams = object({
  customer_update: object({
    allowed_updates: list(oneOf("address", "email", "name", "phone", "shipping", "tax_id")).optional(),
    enabled: flag(),
  }).optional(),
  invoice_history: object({ enabled: flag() }).optional(),
  payment_method_update: object({
    enabled: flag(),
  } satisfies Params<Stripe.BillingPortal.ConfigurationCreateParams.Features.PaymentMethodUpdate>).optional(),
  subscription_cancel: object({
    enabled: flag(),
    mode: oneOf("at_period_end").optional(),
    proration_behavior: oneOf("none").optional(),
  } satisfies Params<Stripe.BillingPortal.ConfigurationCreateParams.Features.SubscriptionCancel>).optional(),
  subscription_update: object({
    enabled: off(),
  } satisfies Params<Stripe.BillingPortal.ConfigurationCreateParams.Features.SubscriptionUpdate>).optional(),
} satisfies Params<Stripe.BillingPortal.ConfigurationCreateParams.Features>);

const createConfigurationParams = object({
  business_profile: object({
    headline: text(60).optional(),
  } satisfies Params<Stripe.BillingPortal.ConfigurationCreateParams.BusinessProfile>).optional(),
  features: featuresParams,
  login_page: object({ enabled: off() }).optional(),
} satisfies Params<Stripe.BillingPortal.ConfigurationCreateParams>);

export const createPortalConfiguration: Endpoint = ({ state, account, form }) => {
  const { business_profile: profile, features } = read(createConfigurationParams, form);
  const now = state.timeline.nowSeconds();
  const configuration: Stripe.BillingPortal.Configuration = {
    id: newId("bpc"),
    object: "billing_portal.configuration",
    active: true,
    application: null,
    business_profile: {
      headline: profile?.headline ?? null,
      privacy_policy_url: null,
      terms_of_service_url: null,
    },
    created: now,
    default_return_url: null,
    features: {
      customer_update: {
        allowed_updates: features.customer_update?.allowed_updates ?? [],
        enabled: features.customer_update?.enabled ?? false,
      },
      invoice_history: { enabled: features.invoice_history?.enabled ?? false },
      payment_method_update: {
        enabled: features.payment_method_update?.enabled ?? false,
        payment_method_configuration: null,
      },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
        enabled: features.subscription_cancel?.enabled ?? false,
        mode: "at_period_end",
        proration_behavior: "none",
      },
      subscription_pause: { duration: { interval_options: [], type: "indefinite" }, enabled: false },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: false,
        proration_behavior: "none",
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: "end_trial",
      },
    },
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    name: null,
    updated: now,
  };
  account.portalConfigurations.set(configuration.id, configuration);
  state.events.emit(account, "billing_portal.configuration.created", configuration);
  return configuration;
};

const createSessionParams = object({
  configuration: text(),
  customer: text(),
  return_url: address().optional(),
} satisfies Params<Stripe.BillingPortal.SessionCreateParams>);

const unopenedLifeSeconds = 5 * 60;
const visitedLifeSeconds = 60 * 60;

export const createPortalSession: Endpoint = ({ state, account, form }) => {
  const params = read(createSessionParams, form);
  const customer = findNamed(account.customers, "customer", params.customer, "customer");
  const configuration = findNamed(
    account.portalConfigurations,
    "configuration",
    params.configuration,
    "configuration",
  );
  const now = state.timeline.nowSeconds();
  const id = newId("bps", 40);
  const session: Stripe.BillingPortal.Session = {
    id,
    object: "billing_portal.session",
    configuration: configuration.id,
    created: now,
    customer: customer.id,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: params.return_url ?? null,
    url: `${state.url}/portal/${id}`,
  };
  account.portalSessions.set(id, { session, expiresAt: now + unopenedLifeSeconds });
  state.events.emit(account, "billing_portal.session.created", session);
  return session;
};

/** Extends the lifetime of a portal link on each visit. False if it has expired. */
export function visitPortal(state: State, record: { expiresAt: number }): boolean {
  const now = state.timeline.nowSeconds();
  if (now >= record.expiresAt) return false;
  record.expiresAt = now + visitedLifeSeconds;
  return true;
}

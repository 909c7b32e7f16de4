import type { Stripe } from "stripe";
import type { z } from "zod";
import type { Endpoint } from "../../api/endpoint.ts";
import { refusal } from "../../api/errors.ts";
import { listOf, newestFirst } from "../../api/list.ts";
import {
  address,
  emptyable,
  flag,
  list,
  metadata,
  notModelled,
  object,
  oneOf,
  pageOfList,
  read,
  text,
} from "../../api/parameters.ts";
import { newId } from "../../ids.ts";
import { type AccountState, find, findNamed, type State } from "../../state/state.ts";
import { withMetadata } from "../metadata.ts";

type Features = Stripe.BillingPortal.ConfigurationCreateParams.Features;

const features = object({
  customer_update: object({
    allowed_updates: emptyable(
      list(oneOf("address", "email", "name", "phone", "shipping", "tax_id")),
    ).optional(),
    enabled: flag(),
  }).optional(),
  invoice_history: object({ enabled: flag() }).optional(),
  payment_method_update: object({ enabled: flag() }).optional(),
  subscription_cancel: object({
    enabled: flag(),
    mode: oneOf("at_period_end", "immediately").optional(),
    proration_behavior: oneOf("none").optional(),
    cancellation_reason: notModelled(),
  }).optional(),
  subscription_pause: notModelled(),
  subscription_update: notModelled(),
} satisfies Record<keyof Features, z.ZodType>);

const createConfigurationParams = object({
  business_profile: object({
    headline: emptyable(text(60)).optional(),
    privacy_policy_url: address().optional(),
    terms_of_service_url: address().optional(),
  }).optional(),
  default_return_url: emptyable(address()).optional(),
  features,
  metadata: metadata().optional(),
  name: emptyable(text()).optional(),
  login_page: notModelled(),
} satisfies Record<Exclude<keyof Stripe.BillingPortal.ConfigurationCreateParams, "expand">, z.ZodType>);

type ConfigurationParams = z.output<typeof createConfigurationParams>;

export const createPortalConfiguration: Endpoint = ({ state, account, form }) => {
  const configuration = newConfiguration(state, read(createConfigurationParams, form));
  account.portalConfigurations.set(configuration.id, configuration);
  state.events.emit(account, "billing_portal.configuration.created", configuration);
  return configuration;
};

/** What someone does by pressing "Save" on the dashboard's page of portal settings. */
export function savePortalSettings(state: State, account: AccountState): void {
  if (defaultConfiguration(account)) return;
  const enabled = { enabled: true };
  const configuration = newConfiguration(state, {
    features: {
      customer_update: { enabled: false },
      invoice_history: enabled,
      payment_method_update: enabled,
      subscription_cancel: { ...enabled, mode: "at_period_end" },
    },
  });
  configuration.is_default = true;
  account.portalConfigurations.set(configuration.id, configuration);
}

function newConfiguration(state: State, params: ConfigurationParams): Stripe.BillingPortal.Configuration {
  const now = state.timeline.nowSeconds();
  const { customer_update, invoice_history, payment_method_update, subscription_cancel } = params.features;
  return {
    id: newId("bpc"),
    object: "billing_portal.configuration",
    active: true,
    application: null,
    business_profile: {
      headline: params.business_profile?.headline ?? null,
      privacy_policy_url: params.business_profile?.privacy_policy_url ?? null,
      terms_of_service_url: params.business_profile?.terms_of_service_url ?? null,
    },
    created: now,
    default_return_url: params.default_return_url ?? null,
    features: {
      customer_update: {
        allowed_updates: customer_update?.allowed_updates ?? [],
        enabled: customer_update?.enabled ?? false,
      },
      invoice_history: { enabled: invoice_history?.enabled ?? false },
      payment_method_update: {
        enabled: payment_method_update?.enabled ?? false,
        payment_method_configuration: null,
      },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
        enabled: subscription_cancel?.enabled ?? false,
        mode: subscription_cancel?.mode ?? "at_period_end",
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
    metadata: withMetadata({}, params.metadata),
    name: params.name ?? null,
    updated: now,
  };
}

export const retrievePortalConfiguration: Endpoint = ({ account, id, form }) => {
  read(object({}), form);
  return find(account.portalConfigurations, "configuration", id, "configuration");
};

const listParams = object({ ...pageOfList, active: flag().optional(), is_default: flag().optional() });

export const listPortalConfigurations: Endpoint = ({ account, form }) => {
  const { active, is_default: isDefault, ...page } = read(listParams, form);
  const configurations = newestFirst(account.portalConfigurations.values()).filter(
    (item) => item.active === (active ?? item.active) && item.is_default === (isDefault ?? item.is_default),
  );
  return listOf(configurations, "/v1/billing_portal/configurations", page);
};

const createSessionParams = object({
  configuration: text().optional(),
  customer: text(),
  locale: text().optional(),
  return_url: address().optional(),
  after_expiration: notModelled(),
  customer_account: notModelled(),
  flow_data: notModelled(),
  on_behalf_of: notModelled(),
} satisfies Record<Exclude<keyof Stripe.BillingPortal.SessionCreateParams, "expand">, z.ZodType>);

const unopenedLifeSeconds = 5 * 60;
const visitedLifeSeconds = 60 * 60;

export const createPortalSession: Endpoint = ({ state, account, form }) => {
  const params = read(createSessionParams, form);
  const customer = findNamed(account.customers, "customer", params.customer, "customer");
  const configuration = params.configuration
    ? findNamed(account.portalConfigurations, "configuration", params.configuration, "configuration")
    : defaultConfiguration(account);
  if (!configuration) {
    throw refusal(
      "No configuration provided and your test mode default configuration has not been created. Provide a " +
        "configuration or create your default by saving your customer portal settings in test mode at " +
        "https://dashboard.stripe.com/test/settings/billing/portal.",
    );
  }
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
    locale: params.locale ?? null,
    on_behalf_of: null,
    return_url: params.return_url ?? configuration.default_return_url,
    url: `${state.publicUrl}/portal/${id}`,
  };
  account.portalSessions.set(id, { session, expiresAt: now + unopenedLifeSeconds });
  state.events.emit(account, "billing_portal.session.created", session);
  return session;
};

/** Someone opened the page, or pressed something on it: false when it is too late for that. */
export function visitPortal(state: State, record: { expiresAt: number }): boolean {
  const now = state.timeline.nowSeconds();
  if (now >= record.expiresAt) return false;
  record.expiresAt = now + visitedLifeSeconds;
  return true;
}

function defaultConfiguration(account: AccountState): Stripe.BillingPortal.Configuration | undefined {
  return [...account.portalConfigurations.values()].find((configuration) => configuration.is_default);
}

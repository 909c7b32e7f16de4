import type { Stripe } from "stripe";
import type { z } from "zod";
import type { Endpoint } from "../api/endpoint.ts";
import { listOf, newestFirst } from "../api/list.ts";
import {
  email,
  emptyable,
  isWithin,
  metadata,
  notModelled,
  object,
  pageOfList,
  range,
  read,
  text,
} from "../api/parameters.ts";
import { previousValues } from "../events/event-log.ts";
import { newId, randomText } from "../ids.ts";
import { find } from "../state/state.ts";
import { endSubscription, hasEnded } from "./billing/subscriptions.ts";
import { withMetadata } from "./metadata.ts";

const modelled = {
  description: emptyable(text()).optional(),
  email: emptyable(email()).optional(),
  metadata: metadata().optional(),
  name: emptyable(text(256)).optional(),
  phone: emptyable(text(20)).optional(),
} satisfies Partial<Record<keyof Stripe.CustomerCreateParams & keyof Stripe.CustomerUpdateParams, z.ZodType>>;

export function newCustomer(created: number, email: string | null): Stripe.Customer {
  return {
    id: newId("cus", 14),
    object: "customer",
    address: null,
    balance: 0,
    created,
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  };
}

export const createCustomer: Endpoint = ({ state, account, form }) => {
  const { metadata, ...params } = read(object(modelled), form);
  const customer = newCustomer(state.timeline.nowSeconds(), params.email ?? null);
  Object.assign(customer, params, { metadata: withMetadata({}, metadata) });
  account.customers.set(customer.id, customer);
  state.events.emit(account, "customer.created", customer);
  return customer;
};

export const retrieveCustomer: Endpoint = ({ account, id, form }) => {
  read(object({}), form);
  if (account.deletedCustomers.has(id)) return deletedCustomer(id);
  return find(account.customers, "customer", id);
};

const updateParams = object({ ...modelled, invoice_settings: notModelled() });

export const updateCustomer: Endpoint = ({ state, account, id, form }) => {
  const { metadata, ...params } = read(updateParams, form);
  const customer = find(account.customers, "customer", id);
  const previous = previousValues(customer, () => {
    Object.assign(customer, params, { metadata: withMetadata(customer.metadata, metadata) });
  });
  state.events.emit(account, "customer.updated", customer, previous);
  return customer;
};

/** Ends the customer's subscriptions too. What was paid stays. */
export const deleteCustomer: Endpoint = ({ state, account, id, form }) => {
  read(object({}), form);
  const customer = find(account.customers, "customer", id);
  account.customers.delete(id);
  account.deletedCustomers.add(id);
  for (const subscription of account.subscriptions.values()) {
    if (subscription.customer === id && !hasEnded(subscription)) {
      endSubscription(state, account, subscription, "cancellation_requested");
    }
  }
  state.events.emit(account, "customer.deleted", customer);
  return deletedCustomer(id);
};

export function deletedCustomer(id: string): Stripe.DeletedCustomer {
  return { id, object: "customer", deleted: true };
}

const listParams = object({
  ...pageOfList,
  created: range().optional(),
  email: text().optional(),
});

export const listCustomers: Endpoint = ({ account, form }) => {
  const { created, email: wanted, ...page } = read(listParams, form);
  return listOf(
    newestFirst(account.customers.values()),
    "/v1/customers",
    page,
    (customer) => isWithin(created, customer.created) && (!wanted || customer.email === wanted),
  );
};

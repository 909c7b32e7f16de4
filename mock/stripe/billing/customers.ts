import type { Stripe } from "stripe";
import { newId, randomText } from "../conventions/ids.ts";
import { email, metadata, object, type Params, read } from "../conventions/parameters.ts";
import { deletedCustomer } from "../state/account-state.ts";
import type { Endpoint } from "../state/endpoint.ts";
import { previousValues } from "../state/event-log.ts";
import { find } from "../state/state.ts";
import { endSubscription, hasEnded } from "./subscriptions.ts";

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

const createParams = object({
  email: email().optional(),
  metadata: metadata().optional(),
} satisfies Params<Stripe.CustomerCreateParams>);

export const createCustomer: Endpoint = ({ state, account, form }) => {
  const { metadata = {}, email: address = null } = read(createParams, form);
  const customer = { ...newCustomer(state.timeline.nowSeconds(), address), metadata };
  account.customers.set(customer.id, customer);
  state.events.emit(account, "customer.created", customer);
  return customer;
};

const updateParams = object({
  email: email().optional(),
  metadata: metadata().optional(),
} satisfies Params<Stripe.CustomerUpdateParams>);

export const updateCustomer: Endpoint = ({ state, account, id, form }) => {
  const { metadata, email: address } = read(updateParams, form);
  const customer = find(account.customers, "customer", id);
  const previous = previousValues(customer, () => {
    if (address !== undefined) customer.email = address;
    if (metadata !== undefined) customer.metadata = { ...customer.metadata, ...metadata };
  });
  state.events.emit(account, "customer.updated", customer, previous);
  return customer;
};

/** Also ends the customer's subscriptions. Payments are kept. */
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

import { retrieveAccount, retrieveOwnAccount } from "../resources/accounts.ts";
import { payInvoice } from "../resources/billing/billing-cycle.ts";
import { listInvoicePayments, listInvoices, retrieveInvoice } from "../resources/billing/invoices.ts";
import {
  createPortalConfiguration,
  createPortalSession,
  listPortalConfigurations,
  retrievePortalConfiguration,
} from "../resources/billing/portal.ts";
import {
  cancelSubscription,
  listSubscriptions,
  retrieveSubscription,
  updateSubscription,
} from "../resources/billing/subscriptions.ts";
import {
  createPrice,
  listPrices,
  listProducts,
  retrievePrice,
  retrieveProduct,
} from "../resources/checkout/catalogue.ts";
import {
  createSession,
  expireSession,
  listSessionLineItems,
  listSessions,
  retrieveSession,
} from "../resources/checkout/checkout-sessions.ts";
import {
  createCustomer,
  deleteCustomer,
  listCustomers,
  retrieveCustomer,
  updateCustomer,
} from "../resources/customers.ts";
import { listEvents, retrieveEvent } from "../resources/events.ts";
import { listCharges, retrieveCharge } from "../resources/payments/charges.ts";
import { closeDispute, listDisputes, retrieveDispute } from "../resources/payments/disputes.ts";
import { listPaymentIntents, retrievePaymentIntent } from "../resources/payments/payment-intents.ts";
import {
  listCustomerPaymentMethods,
  listPaymentMethods,
  retrievePaymentMethod,
} from "../resources/payments/payment-methods.ts";
import { createRefund, listRefunds, retrieveRefund } from "../resources/payments/refunds.ts";
import type { Endpoint } from "./endpoint.ts";

/** All of Stripe that is modelled. */
export const endpoints: [method: "get" | "post" | "delete", path: string, endpoint: Endpoint][] = [
  ["get", "/account", retrieveOwnAccount],
  ["get", "/accounts/:id", retrieveAccount],
  ["get", "/billing_portal/configurations", listPortalConfigurations],
  ["post", "/billing_portal/configurations", createPortalConfiguration],
  ["get", "/billing_portal/configurations/:id", retrievePortalConfiguration],
  ["post", "/billing_portal/sessions", createPortalSession],
  ["get", "/charges", listCharges],
  ["get", "/charges/:id", retrieveCharge],
  ["get", "/checkout/sessions", listSessions],
  ["post", "/checkout/sessions", createSession],
  ["get", "/checkout/sessions/:id", retrieveSession],
  ["post", "/checkout/sessions/:id/expire", expireSession],
  ["get", "/checkout/sessions/:id/line_items", listSessionLineItems],
  ["get", "/customers", listCustomers],
  ["post", "/customers", createCustomer],
  ["get", "/customers/:id", retrieveCustomer],
  ["post", "/customers/:id", updateCustomer],
  ["delete", "/customers/:id", deleteCustomer],
  ["get", "/customers/:id/payment_methods", listCustomerPaymentMethods],
  ["get", "/disputes", listDisputes],
  ["get", "/disputes/:id", retrieveDispute],
  ["post", "/disputes/:id/close", closeDispute],
  ["get", "/events", listEvents],
  ["get", "/events/:id", retrieveEvent],
  ["get", "/invoice_payments", listInvoicePayments],
  ["get", "/invoices", listInvoices],
  ["get", "/invoices/:id", retrieveInvoice],
  ["post", "/invoices/:id/pay", payInvoice],
  ["get", "/payment_intents", listPaymentIntents],
  ["get", "/payment_intents/:id", retrievePaymentIntent],
  ["get", "/payment_methods", listPaymentMethods],
  ["get", "/payment_methods/:id", retrievePaymentMethod],
  ["get", "/prices", listPrices],
  ["post", "/prices", createPrice],
  ["get", "/prices/:id", retrievePrice],
  ["get", "/products", listProducts],
  ["get", "/products/:id", retrieveProduct],
  ["get", "/refunds", listRefunds],
  ["post", "/refunds", createRefund],
  ["get", "/refunds/:id", retrieveRefund],
  ["get", "/subscriptions", listSubscriptions],
  ["get", "/subscriptions/:id", retrieveSubscription],
  ["post", "/subscriptions/:id", updateSubscription],
  ["delete", "/subscriptions/:id", cancelSubscription],
];

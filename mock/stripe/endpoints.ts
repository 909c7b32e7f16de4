import { createCustomer, deleteCustomer, updateCustomer } from "./billing/customers.ts";
import { listInvoicePayments, listInvoices, retrieveInvoice } from "./billing/invoices.ts";
import { createPortalConfiguration, createPortalSession } from "./billing/portal.ts";
import { cancelSubscription, listSubscriptions, retrieveSubscription } from "./billing/subscriptions.ts";
import {
  createSession,
  expireSession,
  listSessionLineItems,
  listSessions,
  retrieveSession,
} from "./checkout/checkout-sessions.ts";
import { listEvents, retrieveEvent } from "./events/events.ts";
import { listWebhookEndpoints } from "./events/webhook-endpoints.ts";
import { retrieveAccount } from "./payments/accounts.ts";
import { retrieveDispute } from "./payments/disputes.ts";
import { retrievePaymentIntent } from "./payments/payment-intents.ts";
import { createRefund, listRefunds } from "./payments/refunds.ts";
import type { Endpoint, Method } from "./state/endpoint.ts";

/** All modelled endpoints of Stripe's API. */
export const endpoints: [method: Method, path: string, endpoint: Endpoint][] = [
  ["get", "/accounts/:id", retrieveAccount],
  ["post", "/billing_portal/configurations", createPortalConfiguration],
  ["post", "/billing_portal/sessions", createPortalSession],
  ["get", "/checkout/sessions", listSessions],
  ["post", "/checkout/sessions", createSession],
  ["get", "/checkout/sessions/:id", retrieveSession],
  ["post", "/checkout/sessions/:id/expire", expireSession],
  ["get", "/checkout/sessions/:id/line_items", listSessionLineItems],
  ["post", "/customers", createCustomer],
  ["post", "/customers/:id", updateCustomer],
  ["delete", "/customers/:id", deleteCustomer],
  ["get", "/disputes/:id", retrieveDispute],
  ["get", "/events", listEvents],
  ["get", "/events/:id", retrieveEvent],
  ["get", "/invoice_payments", listInvoicePayments],
  ["get", "/invoices", listInvoices],
  ["get", "/invoices/:id", retrieveInvoice],
  ["get", "/payment_intents/:id", retrievePaymentIntent],
  ["get", "/refunds", listRefunds],
  ["post", "/refunds", createRefund],
  ["get", "/subscriptions", listSubscriptions],
  ["get", "/subscriptions/:id", retrieveSubscription],
  ["delete", "/subscriptions/:id", cancelSubscription],
  ["get", "/webhook_endpoints", listWebhookEndpoints],
];

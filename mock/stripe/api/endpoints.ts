import { listEvents, retrieveEvent } from "../events/events.ts";
import { retrieveAccount } from "../resources/accounts.ts";
import { listInvoicePayments, listInvoices, retrieveInvoice } from "../resources/billing/invoices.ts";
import { createPortalConfiguration, createPortalSession } from "../resources/billing/portal.ts";
import {
  cancelSubscription,
  listSubscriptions,
  retrieveSubscription,
} from "../resources/billing/subscriptions.ts";
import {
  createSession,
  expireSession,
  listSessions,
  retrieveSession,
} from "../resources/checkout/checkout-sessions.ts";
import { createCustomer, deleteCustomer, updateCustomer } from "../resources/customers.ts";
import { retrieveDispute } from "../resources/payments/disputes.ts";
import { retrievePaymentIntent } from "../resources/payments/payment-intents.ts";
import { createRefund, listRefunds } from "../resources/payments/refunds.ts";
import { listWebhookEndpoints } from "../resources/webhook-endpoints.ts";
import type { Endpoint } from "./endpoint.ts";

/** All of Stripe's API that is modelled. */
export const endpoints: [method: "get" | "post" | "delete", path: string, endpoint: Endpoint][] = [
  ["get", "/accounts/:id", retrieveAccount],
  ["post", "/billing_portal/configurations", createPortalConfiguration],
  ["post", "/billing_portal/sessions", createPortalSession],
  ["get", "/checkout/sessions", listSessions],
  ["post", "/checkout/sessions", createSession],
  ["get", "/checkout/sessions/:id", retrieveSession],
  ["post", "/checkout/sessions/:id/expire", expireSession],
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

import { createCoupon, deleteCoupon, listCoupons, retrieveCoupon, updateCoupon } from "./amounts/coupons.ts";
import {
  createPromotionCode,
  listPromotionCodes,
  retrievePromotionCode,
  updatePromotionCode,
} from "./amounts/promotion-codes.ts";
import {
  createShippingRate,
  listShippingRates,
  retrieveShippingRate,
  updateShippingRate,
} from "./amounts/shipping-rates.ts";
import { createTaxCalculation, listTaxLineItems } from "./amounts/tax-calculations.ts";
import { retrieveTaxSettings, updateTaxSettings } from "./amounts/tax-settings.ts";
import { createCustomer, deleteCustomer, updateCustomer } from "./billing/customers.ts";
import { listInvoicePayments, listInvoices, retrieveInvoice } from "./billing/invoices.ts";
import { createPortalConfiguration, createPortalSession } from "./billing/portal.ts";
import {
  cancelSubscription,
  listSubscriptions,
  retrieveSubscription,
  updateSubscription,
} from "./billing/subscriptions.ts";
import {
  createSession,
  expireSession,
  listSessionLineItems,
  listSessions,
  retrieveSession,
} from "./checkout/checkout-sessions.ts";
import { createPrice, retrieveProduct } from "./checkout/prices.ts";
import { listEvents, retrieveEvent } from "./events/events.ts";
import { listWebhookEndpoints } from "./events/webhook-endpoints.ts";
import { retrieveAccount, retrieveCurrentAccount } from "./payments/accounts.ts";
import { retrieveDispute } from "./payments/disputes.ts";
import { createGrantedToken, retrieveGrantedToken, revokeGrantedToken } from "./payments/granted-tokens.ts";
import { cancelPaymentIntent, confirmPaymentIntent, createPaymentIntent } from "./payments/own-intents.ts";
import { retrievePaymentIntent } from "./payments/payment-intents.ts";
import { createRefund, listRefunds } from "./payments/refunds.ts";
import type { Endpoint, Method } from "./state/endpoint.ts";

/** All modelled endpoints of Stripe's API. */
export const endpoints: [method: Method, path: string, endpoint: Endpoint][] = [
  ["get", "/account", retrieveCurrentAccount],
  ["get", "/accounts/:id", retrieveAccount],
  ["post", "/billing_portal/configurations", createPortalConfiguration],
  ["post", "/billing_portal/sessions", createPortalSession],
  ["get", "/checkout/sessions", listSessions],
  ["post", "/checkout/sessions", createSession],
  ["get", "/checkout/sessions/:id", retrieveSession],
  ["post", "/checkout/sessions/:id/expire", expireSession],
  ["get", "/checkout/sessions/:id/line_items", listSessionLineItems],
  ["get", "/coupons", listCoupons],
  ["post", "/coupons", createCoupon],
  ["get", "/coupons/:id", retrieveCoupon],
  ["post", "/coupons/:id", updateCoupon],
  ["delete", "/coupons/:id", deleteCoupon],
  ["post", "/customers", createCustomer],
  ["post", "/customers/:id", updateCustomer],
  ["delete", "/customers/:id", deleteCustomer],
  ["get", "/disputes/:id", retrieveDispute],
  ["get", "/events", listEvents],
  ["get", "/events/:id", retrieveEvent],
  ["get", "/invoice_payments", listInvoicePayments],
  ["get", "/invoices", listInvoices],
  ["get", "/invoices/:id", retrieveInvoice],
  ["post", "/payment_intents", createPaymentIntent],
  ["get", "/payment_intents/:id", retrievePaymentIntent],
  ["post", "/payment_intents/:id/cancel", cancelPaymentIntent],
  ["post", "/payment_intents/:id/confirm", confirmPaymentIntent],
  ["post", "/prices", createPrice],
  ["get", "/products/:id", retrieveProduct],
  ["get", "/promotion_codes", listPromotionCodes],
  ["post", "/promotion_codes", createPromotionCode],
  ["get", "/promotion_codes/:id", retrievePromotionCode],
  ["post", "/promotion_codes/:id", updatePromotionCode],
  ["get", "/refunds", listRefunds],
  ["post", "/refunds", createRefund],
  ["get", "/shared_payment/granted_tokens/:id", retrieveGrantedToken],
  ["get", "/shipping_rates", listShippingRates],
  ["post", "/shipping_rates", createShippingRate],
  ["get", "/shipping_rates/:id", retrieveShippingRate],
  ["post", "/shipping_rates/:id", updateShippingRate],
  ["get", "/subscriptions", listSubscriptions],
  ["get", "/subscriptions/:id", retrieveSubscription],
  ["post", "/subscriptions/:id", updateSubscription],
  ["delete", "/subscriptions/:id", cancelSubscription],
  ["post", "/tax/calculations", createTaxCalculation],
  ["get", "/tax/calculations/:id/line_items", listTaxLineItems],
  ["get", "/tax/settings", retrieveTaxSettings],
  ["post", "/tax/settings", updateTaxSettings],
  ["post", "/test_helpers/shared_payment/granted_tokens", createGrantedToken],
  ["post", "/test_helpers/shared_payment/granted_tokens/:id/revoke", revokeGrantedToken],
  ["get", "/webhook_endpoints", listWebhookEndpoints],
];

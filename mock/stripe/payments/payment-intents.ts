import type { Stripe } from "stripe";
import { newId } from "../conventions/ids.ts";
import { object, read } from "../conventions/parameters.ts";
import type { AccountState } from "../state/account-state.ts";
import type { DeclineCode } from "../state/buyer.ts";
import type { Endpoint } from "../state/endpoint.ts";
import { find, idOf, type State } from "../state/state.ts";
import { newCharge } from "./charges.ts";
import { declineMessages } from "./declines.ts";
import { openDispute } from "./disputes.ts";

interface IntentOf {
  amount: number;
  currency: string;
  customer: string | null;
  description: string | null;
  metadata: Stripe.Metadata;
  types: string[];
}

function newPaymentIntent(created: number, of: IntentOf): Stripe.PaymentIntent {
  const id = newId("pi");
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: of.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: newId(`${id}_secret`),
    confirmation_method: "automatic",
    created,
    currency: of.currency,
    customer: of.customer,
    customer_account: null,
    description: of.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: of.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: of.types,
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
  };
}

/** Stores a new intent and emits the event. */
export function openIntent(state: State, account: AccountState, of: IntentOf): Stripe.PaymentIntent {
  const intent = newPaymentIntent(state.timeline.nowSeconds(), of);
  account.paymentIntents.set(intent.id, intent);
  state.events.emit(account, "payment_intent.created", intent);
  return intent;
}

/** Charges the card, or fails when the bank declines it. */
export function chargeIntent(
  state: State,
  account: AccountState,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): boolean {
  const declineCode = account.refusedCards.get(method.id);
  const status = declineCode ? "failed" : "succeeded";
  const charge = newCharge(state.timeline.nowSeconds(), intent, method, status, declineCode);
  account.charges.set(charge.id, charge);
  intent.latest_charge = charge.id;
  intent.next_action = null;
  if (declineCode) {
    refuse(state, account, intent, charge, method, declineCode);
    return false;
  }
  intent.payment_method = method.id;
  succeed(state, account, intent, charge);
  if (account.testCards.get(method.id)?.disputes) openDispute(state, account, charge);
  return true;
}

/**
 * Requires authentication by the bank; `chargeIntent` or `failAuthentication` continues.
 * @param redirect the page that asks the buyer
 */
export function askForAuthentication(
  state: State,
  account: AccountState,
  intent: Stripe.PaymentIntent,
  redirect?: Stripe.PaymentIntent.NextAction.RedirectToUrl,
): void {
  intent.status = "requires_action";
  intent.next_action = redirect
    ? { type: "redirect_to_url", redirect_to_url: redirect }
    : { type: "use_stripe_sdk" };
  state.events.emit(account, "payment_intent.requires_action", intent);
}

export function failAuthentication(state: State, account: AccountState, intent: Stripe.PaymentIntent): void {
  intent.status = "requires_payment_method";
  intent.next_action = null;
  intent.last_payment_error = {
    code: "payment_intent_authentication_failure",
    message:
      "The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod " +
      "to attempt to fulfill this PaymentIntent again.",
    type: "invalid_request_error",
  };
  state.events.emit(account, "payment_intent.payment_failed", intent);
}

/** Starts a payment whose result comes later, from `settleIntent`. */
export function beginDebit(
  state: State,
  account: AccountState,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): void {
  const charge = newCharge(state.timeline.nowSeconds(), intent, method, "pending");
  account.charges.set(charge.id, charge);
  intent.latest_charge = charge.id;
  intent.payment_method = method.id;
  intent.status = "processing";
  state.events.emit(account, "charge.pending", charge);
  state.events.emit(account, "payment_intent.processing", intent);
}

export function settleIntent(
  state: State,
  account: AccountState,
  intent: Stripe.PaymentIntent,
  succeeds: boolean,
): void {
  const charge = find(account.charges, "charge", idOf(intent.latest_charge) ?? "");
  const method = find(account.paymentMethods, "PaymentMethod", idOf(intent.payment_method) ?? "");
  if (succeeds) succeed(state, account, intent, charge);
  else {
    Object.assign(charge, newCharge(charge.created, intent, method, "failed"), { id: charge.id });
    refuse(state, account, intent, charge, method, "generic_decline");
  }
}

export function cancelIntent(state: State, account: AccountState, intent: Stripe.PaymentIntent): void {
  intent.status = "canceled";
  intent.next_action = null;
  intent.canceled_at = state.timeline.nowSeconds();
  intent.cancellation_reason = "automatic";
  state.events.emit(account, "payment_intent.canceled", intent);
}

function succeed(
  state: State,
  account: AccountState,
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge,
): void {
  charge.status = "succeeded";
  charge.amount_captured = charge.amount;
  intent.amount_received = intent.amount;
  intent.last_payment_error = null;
  intent.status = "succeeded";
  state.events.emit(account, "charge.succeeded", charge);
  state.events.emit(account, "payment_intent.succeeded", intent);
}

function refuse(
  state: State,
  account: AccountState,
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge,
  method: Stripe.PaymentMethod,
  declineCode: DeclineCode,
): void {
  intent.status = "requires_payment_method";
  intent.payment_method = null;
  intent.last_payment_error = {
    charge: charge.id,
    code: "card_declined",
    decline_code: declineCode,
    message: declineMessages[declineCode],
    payment_method: method,
    type: "card_error",
  };
  state.events.emit(account, "charge.failed", charge);
  state.events.emit(account, "payment_intent.payment_failed", intent);
}

export const retrievePaymentIntent: Endpoint = ({ account, id, form }) => {
  read(object({}), form);
  return find(account.paymentIntents, "payment_intent", id, "intent");
};

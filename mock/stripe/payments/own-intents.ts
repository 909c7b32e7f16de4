import type { Stripe } from "stripe";
import { addressOf, addressParts } from "../conventions/address.ts";
import { refusal, StripeApiError } from "../conventions/errors.ts";
import { smallestChargeIn } from "../conventions/money.ts";
import {
  address,
  currency,
  email,
  integer,
  list,
  metadata,
  object,
  oneOf,
  type Params,
  read,
  text,
} from "../conventions/parameters.ts";
import type { AccountState } from "../state/account-state.ts";
import type { Endpoint } from "../state/endpoint.ts";
import { find, findNamed, type State } from "../state/state.ts";
import { consume, usableToken } from "./granted-tokens.ts";
import {
  askForAuthentication,
  cancelIntent,
  chargeIntent,
  failAuthentication,
  openIntent,
} from "./payment-intents.ts";
import { newCard } from "./payment-methods.ts";

const intentParams = object({
  amount: integer({ least: 1, most: 99_999_999 }),
  currency: currency(),
  description: text(1000).optional(),
  hooks: object({
    inputs: object({ tax: object({ calculation: text() }) }),
  }).optional(),
  metadata: metadata().optional(),
  allowed_payment_method_types: list(oneOf("card")),
  receipt_email: email().optional(),
  shipping: object({
    address: object({ ...addressParts, country: text(2).optional() }),
    name: text(),
    phone: text().optional(),
  }).optional(),
} satisfies Params<Stripe.PaymentIntentCreateParams>);

const calculationParameter = "hooks[inputs][tax][calculation]";

/** Creates an intent that waits for a payment method. */
export const createPaymentIntent: Endpoint = ({ state, account, form }): Stripe.PaymentIntent => {
  const given = read(intentParams, form);
  if (given.amount < smallestChargeIn(given.currency)) {
    throw refusal("The amount is smaller than the smallest charge in this currency.", {
      ...{ code: "amount_too_small", param: "amount" },
    });
  }
  const calculation = given.hooks?.inputs.tax.calculation;
  if (calculation !== undefined) {
    const { amount_total, currency: of } = findNamed(
      account.taxCalculations,
      "calculation",
      calculation,
      calculationParameter,
    );
    if (amount_total !== given.amount || of !== given.currency) {
      throw refusal("The PaymentIntent's amount isn't the tax calculation's total.", {
        param: calculationParameter,
      });
    }
  }
  const intent = openIntent(state, account, {
    amount: given.amount,
    currency: given.currency,
    customer: null,
    description: given.description ?? null,
    metadata: given.metadata ?? {},
    types: given.allowed_payment_method_types,
  });
  intent.receipt_email = given.receipt_email ?? null;
  if (given.shipping) {
    const { address, name, phone } = given.shipping;
    intent.shipping = { address: addressOf(address), name, ...(phone !== undefined && { phone }) };
  }
  if (calculation !== undefined) intent.hooks = { inputs: { tax: { calculation } } };
  return intent;
};

const confirmParams = object({
  error_on_requires_action: oneOf("true", "false").optional(),
  payment_method_data: object({ shared_payment_granted_token: text() }),
  return_url: address().optional(),
});

/** Charges the card behind a token that an agent granted. */
export const confirmPaymentIntent: Endpoint = ({ state, account, id, form }): Stripe.PaymentIntent => {
  const given = read(confirmParams, form);
  const {
    payment_method_data: data,
    error_on_requires_action: refusesActions,
    return_url: returnUrl,
  } = given;
  const intent = find(account.paymentIntents, "payment_intent", id, "intent");
  if (intent.status !== "requires_payment_method") throw unexpectedState(intent, "confirm");
  const token = usableToken({ state, account }, data.shared_payment_granted_token, intent);
  const { card } = token;
  const payer = { email: intent.receipt_email, name: intent.shipping?.name ?? null, phone: null };
  const method = newCard(state.timeline.nowSeconds(), null, payer, card);
  account.paymentMethods.set(method.id, method);
  account.testCards.set(method.id, card);
  if (card.authenticates) {
    if (refusesActions === "true") {
      intent.last_payment_error = {
        code: "authentication_required",
        message: authenticationRequired,
        type: "card_error",
      };
      throw new StripeApiError(402, "card_error", authenticationRequired, {
        code: "authentication_required",
      });
    }
    if (returnUrl === undefined) {
      askForAuthentication(state, account, intent);
      return intent;
    }
    account.challenges.set(intent.id, { tokenId: token.id, methodId: method.id, returnUrl });
    const url = `${state.url}/authenticate/${intent.id}`;
    askForAuthentication(state, account, intent, { url, return_url: returnUrl });
    return intent;
  }
  if (card.refuses === "at_once") account.refusedCards.set(method.id, card.declineCode ?? "generic_decline");
  if (chargeIntent(state, account, intent, method)) {
    consume(state, token);
    return intent;
  }
  const { message = "", code = "", decline_code = "" } = intent.last_payment_error ?? {};
  throw new StripeApiError(402, "card_error", message, { code, decline_code });
};

/** Ends the authentication of a payment with a granted token, which charges the card if the bank agrees. */
export function authenticate(
  { state, account }: { state: State; account: AccountState },
  intent: Stripe.PaymentIntent,
  agrees: boolean,
): void {
  const challenge = account.challenges.get(intent.id);
  if (!challenge || intent.status !== "requires_action") throw unexpectedState(intent, "authenticate");
  account.challenges.delete(intent.id);
  if (!agrees) {
    failAuthentication(state, account, intent);
    return;
  }
  const method = find(account.paymentMethods, "PaymentMethod", challenge.methodId);
  const token = account.grantedTokens.get(challenge.tokenId);
  if (chargeIntent(state, account, intent, method) && token) consume(state, token);
}

const authenticationRequired = "Your card was declined. This transaction requires authentication.";

const cancelParams = object({
  cancellation_reason: oneOf("abandoned", "duplicate", "fraudulent", "requested_by_customer").optional(),
} satisfies Params<Stripe.PaymentIntentCancelParams>);

export const cancelPaymentIntent: Endpoint = ({ state, account, id, form }): Stripe.PaymentIntent => {
  const { cancellation_reason: reason } = read(cancelParams, form);
  const intent = find(account.paymentIntents, "payment_intent", id, "intent");
  if (intent.status === "succeeded" || intent.status === "canceled") throw unexpectedState(intent, "cancel");
  cancelIntent(state, account, intent);
  intent.cancellation_reason = reason ?? null;
  return intent;
};

function unexpectedState({ status }: Stripe.PaymentIntent, action: string): StripeApiError {
  return refusal(`You cannot ${action} this PaymentIntent because it has a status of ${status}.`, {
    code: "payment_intent_unexpected_state",
  });
}

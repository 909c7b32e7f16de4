import { refusal } from "../conventions/errors.ts";
import { newId } from "../conventions/ids.ts";
import { currency, integer, metadata, object, oneOf, read } from "../conventions/parameters.ts";
import type { AccountState, GrantedToken } from "../state/account-state.ts";
import type { Endpoint } from "../state/endpoint.ts";
import { find, findNamed, type State } from "../state/state.ts";
import { testCards } from "./payment-methods.ts";

/** Stripe's test payment methods, by the numbers of their cards: https://docs.stripe.com/testing */
const testMethods = {
  pm_card_visa: "4242424242424242",
  pm_card_mastercard: "5555555555554444",
  pm_card_visa_chargeDeclined: "4000000000000002",
  pm_card_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_authenticationRequired: "4000002500003155",
} as const;

type TestMethod = keyof typeof testMethods;

const daySeconds = 24 * 60 * 60;

const tokenParams = object({
  payment_method: oneOf(...(Object.keys(testMethods) as TestMethod[])),
  usage_limits: object({
    currency: currency(),
    max_amount: integer({ least: 1 }),
    expires_at: integer().optional(),
  }),
  shared_metadata: metadata().optional(),
});

/** Simulates an agent that shares a buyer's card with the account. */
export const createGrantedToken: Endpoint = ({ state, account, form }) => {
  const { payment_method: method, usage_limits: limits, shared_metadata = {} } = read(tokenParams, form);
  const now = state.timeline.nowSeconds();
  const card = testCards[testMethods[method]];
  if (!card) throw refusal(`No such PaymentMethod: '${method}'`);
  const token: GrantedToken = {
    id: newId("spt"),
    object: "shared_payment.granted_token",
    created: now,
    deactivated_at: null,
    deactivated_reason: null,
    livemode: false,
    shared_metadata,
    usage_limits: { ...limits, expires_at: limits.expires_at ?? now + daySeconds },
    card,
  };
  account.grantedTokens.set(token.id, token);
  return shown(token);
};

export const retrieveGrantedToken: Endpoint = ({ state, account, id, form }) => {
  read(object({}), form);
  return shown(current(state, find(account.grantedTokens, "shared_payment_granted_token", id)));
};

export const revokeGrantedToken: Endpoint = ({ state, account, id, form }) => {
  read(object({}), form);
  const token = current(state, find(account.grantedTokens, "shared_payment_granted_token", id));
  if (token.deactivated_at === null) deactivate(state, token, "revoked");
  return shown(token);
};

const tokenParameter = "payment_method_data[shared_payment_granted_token]";

/** The token that pays this sum. Stripe's wording isn't known, so the messages are ours. */
export function usableToken(
  { state, account }: { state: State; account: AccountState },
  id: string,
  { amount, currency: of }: { amount: number; currency: string },
): GrantedToken {
  const token = current(
    state,
    findNamed(account.grantedTokens, "shared_payment_granted_token", id, tokenParameter),
  );
  const { deactivated_reason: reason, usage_limits: limits } = token;
  const param = tokenParameter;
  if (reason !== null) throw refusal(`The shared payment token is deactivated: ${reason}.`, { param });
  if (limits.currency !== of || limits.max_amount < amount) {
    throw refusal(`The shared payment token is limited to ${limits.max_amount} ${limits.currency}.`, {
      param,
    });
  }
  return token;
}

export function consume(state: State, token: GrantedToken): void {
  deactivate(state, token, "consumed");
}

function current(state: State, token: GrantedToken): GrantedToken {
  const isOver = token.usage_limits.expires_at <= state.timeline.nowSeconds();
  if (isOver && token.deactivated_at === null) deactivate(state, token, "expired");
  return token;
}

function deactivate(state: State, token: GrantedToken, reason: GrantedToken["deactivated_reason"]): void {
  token.deactivated_at = state.timeline.nowSeconds();
  token.deactivated_reason = reason;
}

function shown({ card, ...token }: GrantedToken) {
  return {
    ...token,
    payment_method_details: {
      type: "card",
      card: { brand: card.brand, funding: card.funding, last4: card.last4 },
    },
  };
}

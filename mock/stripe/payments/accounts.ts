import type { Stripe } from "stripe";
import { object, read } from "../conventions/parameters.ts";
import type { AccountState } from "../state/account-state.ts";
import type { Endpoint } from "../state/endpoint.ts";
import { previousValues } from "../state/event-log.ts";
import type { State } from "../state/state.ts";

/** Lets an account take payments or stops it, as Stripe does until documents are submitted. */
export function setChargesEnabled(state: State, owner: AccountState, isEnabled: boolean): void {
  const { account } = owner;
  const previous = previousValues(account, () => {
    account.charges_enabled = isEnabled;
    account.details_submitted = isEnabled;
    if (account.capabilities) account.capabilities.card_payments = isEnabled ? "active" : "inactive";
  });
  state.events.emit(owner, "account.updated", account, previous);
}

const platformApplication: Stripe.Application = {
  id: "ca_CounterpartPlatform",
  object: "application",
  name: "Counterpart",
};

/** Revokes or restores the platform's access to a connected account, as its owner does in the dashboard. */
export function setAccess(state: State, owner: AccountState, isGranted: boolean): void {
  if (owner.isRevoked === !isGranted) return;
  owner.isRevoked = !isGranted;
  const type = isGranted ? "account.application.authorized" : "account.application.deauthorized";
  state.events.emit(owner, type, platformApplication);
}

/** The account that the request is about. */
export const retrieveCurrentAccount: Endpoint = ({ account, form }) => {
  read(object({}), form);
  return account.account;
};

export const retrieveAccount: Endpoint = ({ state, id, form }) => {
  read(object({}), form);
  return state.account(id).account;
};

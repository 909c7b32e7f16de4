import type { Stripe } from "stripe";
import { object, read } from "../conventions/parameters.ts";
import type { Endpoint } from "../state/endpoint.ts";
import { previousValues } from "../state/event-log.ts";
import type { AccountState, State } from "../state/state.ts";

export function newAccount(id: string, created: number): Stripe.Account {
  return {
    id,
    object: "account",
    business_profile: {
      annual_revenue: null,
      estimated_worker_count: null,
      mcc: null,
      minority_owned_business_designation: null,
      name: null,
      product_description: null,
      specified_commercial_transactions_act_url: null,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: null,
    },
    business_type: null,
    capabilities: { card_payments: "active", transfers: "active" },
    charges_enabled: true,
    country: "US",
    created,
    default_currency: "usd",
    details_submitted: true,
    email: null,
    metadata: {},
    payouts_enabled: true,
    type: "standard",
  };
}

/** Stripe lets an account take payments, or stops it, as it does until documents are submitted. */
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

/** The owner of a connected account revokes the platform's access in the dashboard, or grants it again. */
export function setAccess(state: State, owner: AccountState, isGranted: boolean): void {
  if (owner.isRevoked === !isGranted) return;
  owner.isRevoked = !isGranted;
  const type = isGranted ? "account.application.authorized" : "account.application.deauthorized";
  state.events.emit(owner, type, platformApplication);
}

export const retrieveAccount: Endpoint = ({ state, id, form }) => {
  read(object({}), form);
  return state.account(id).account;
};

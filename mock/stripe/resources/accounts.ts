import type { Stripe } from "stripe";
import type { Endpoint } from "../api/endpoint.ts";
import { object, read } from "../api/parameters.ts";
import { previousValues } from "../events/event-log.ts";
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

export interface AccountChange {
  chargesEnabled?: boolean | undefined;
  businessName?: string | null | undefined;
}

/** What happens to an account in the dashboard, or when Stripe wants to see papers. */
export function changeAccount(
  state: State,
  owner: AccountState,
  { chargesEnabled, businessName }: AccountChange,
): Stripe.Account {
  const { account } = owner;
  const previous = previousValues(account, () => {
    if (chargesEnabled !== undefined) {
      account.charges_enabled = chargesEnabled;
      account.details_submitted = chargesEnabled;
      if (account.capabilities) account.capabilities.card_payments = chargesEnabled ? "active" : "inactive";
    }
    if (businessName !== undefined && account.business_profile) account.business_profile.name = businessName;
  });
  state.events.emit(owner, "account.updated", account, previous);
  return account;
}

const platformApplication: Stripe.Application = {
  id: "ca_CounterpartPlatform",
  object: "application",
  name: "Counterpart",
};

/** The owner of a connected account takes the platform's access away in the dashboard, or gives it back. */
export function changeAccess(state: State, owner: AccountState, isGranted: boolean): void {
  if (owner.isRevoked === !isGranted) return;
  owner.isRevoked = !isGranted;
  const type = isGranted ? "account.application.authorized" : "account.application.deauthorized";
  state.events.emit(owner, type, platformApplication);
}

export const retrieveOwnAccount: Endpoint = ({ account, form }) => {
  read(object({}), form);
  return account.account;
};

export const retrieveAccount: Endpoint = ({ state, id, form }) => {
  read(object({}), form);
  return state.account(id).account;
};

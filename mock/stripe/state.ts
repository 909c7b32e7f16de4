import type { Stripe } from "stripe";
import { newAccount } from "./accounts.ts";
import { resourceMissing, StripeApiError } from "./errors.ts";
import type { Timeline } from "./timeline.ts";

/** A session with what Stripe knows about it and does not put into the object. */
export interface SessionRecord {
  session: Stripe.Checkout.Session;
  lineItems: Stripe.LineItem[];
  shopName: string | null;
  intentData: { description: string | null; metadata: Stripe.Metadata };
  subscriptionData: { description: string | null; metadata: Stripe.Metadata; trialDays: number };
}

/** Everything that one Stripe account owns. Nothing of it exists in another. */
export class AccountState {
  readonly account: Stripe.Account;
  isRevoked = false;
  readonly sessions = new Map<string, SessionRecord>();
  readonly customers = new Map<string, Stripe.Customer>();
  readonly products = new Map<string, Stripe.Product>();
  readonly prices = new Map<string, Stripe.Price>();
  readonly paymentIntents = new Map<string, Stripe.PaymentIntent>();

  constructor(account: Stripe.Account) {
    this.account = account;
  }
}

/** The stand-in's memory: the platform's account, and connected ones as soon as someone names them. */
export class State {
  readonly timeline: Timeline;
  readonly platform: AccountState;
  readonly #connected = new Map<string, AccountState>();

  constructor(timeline: Timeline) {
    this.timeline = timeline;
    this.platform = new AccountState(newAccount("acct_1CounterpartPlatform", timeline.nowSeconds()));
  }

  accounts(): AccountState[] {
    return [this.platform, ...this.#connected.values()];
  }

  account(id: string | undefined): AccountState {
    if (id === undefined || id === this.platform.account.id) return this.platform;
    const known = this.#connected.get(id);
    if (known?.isRevoked || !/^acct_\w+$/.test(id)) {
      throw new StripeApiError(
        403,
        "invalid_request_error",
        `The provided key does not have access to account '${id}' (or that account does not exist). ` +
          "Application access may have been revoked.",
        { code: "account_invalid" },
      );
    }
    const account = known ?? new AccountState(newAccount(id, this.timeline.nowSeconds()));
    this.#connected.set(id, account);
    return account;
  }
}

export function find<Item>(items: Map<string, Item>, kind: string, id: string, param?: string): Item {
  const item = items.get(id);
  if (!item) throw resourceMissing(kind, id, param);
  return item;
}

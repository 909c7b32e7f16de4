import type { Stripe } from "stripe";
import type { Buyer } from "../checkout/checkout-payment.ts";
import { refusal, resourceMissing, StripeApiError } from "../conventions/errors.ts";
import type { WebhookEndpoint } from "../events/webhooks.ts";
import { newAccount } from "../payments/accounts.ts";
import type { DeclineCode } from "../payments/declines.ts";
import type { TestCard } from "../payments/payment-methods.ts";
import { EventLog } from "./event-log.ts";
import type { Timeline } from "./timeline.ts";

/** A session with what Stripe knows of it but leaves out of the object. */
export interface SessionRecord {
  session: Stripe.Checkout.Session;
  lineItems: Stripe.LineItem[];
  shopName: string | null;
  /** The countries that the page offers for the shipping address; none when nothing is shipped. */
  shipsTo: string[];
  subscriptionMetadata: Stripe.Metadata;
  /** The payment that waits for the buyer to authenticate with their bank. */
  challenge: { buyer: Buyer; card: TestCard } | null;
  /** Created by the first attempt to pay, even a declined one. */
  intentId: string | null;
}

export interface PortalSessionRecord {
  session: Stripe.BillingPortal.Session;
  /** The link is good for five minutes until it is opened, and for an hour after every visit. */
  expiresAt: number;
}

/** Everything that one Stripe account owns. Accounts share nothing. */
export class AccountState {
  readonly account: Stripe.Account;
  /** The platform has lost its access to this account. */
  isRevoked = false;
  readonly sessions = new Map<string, SessionRecord>();
  readonly customers = new Map<string, Stripe.Customer>();
  /** Ids of customers that are gone. Stripe still knows that they were there. */
  readonly deletedCustomers = new Set<string>();
  readonly products = new Map<string, Stripe.Product>();
  readonly prices = new Map<string, Stripe.Price>();
  readonly paymentMethods = new Map<string, Stripe.PaymentMethod>();
  readonly paymentIntents = new Map<string, Stripe.PaymentIntent>();
  readonly charges = new Map<string, Stripe.Charge>();
  readonly refunds = new Map<string, Stripe.Refund>();
  readonly disputes = new Map<string, Stripe.Dispute>();
  readonly subscriptions = new Map<string, Stripe.Subscription>();
  readonly invoices = new Map<string, Stripe.Invoice>();
  readonly invoicePayments = new Map<string, Stripe.InvoicePayment>();
  readonly portalConfigurations = new Map<string, Stripe.BillingPortal.Configuration>();
  readonly portalSessions = new Map<string, PortalSessionRecord>();
  /** Why the bank declines a card when it is charged, by payment method id. */
  readonly refusedCards = new Map<string, DeclineCode>();
  /** The test card of each payment method. */
  readonly testCards = new Map<string, TestCard>();
  /** What becomes of a subscription after the last failed retry: a setting of the dashboard. */
  dunningEndsIn: "canceled" | "unpaid" = "canceled";

  constructor(account: Stripe.Account) {
    this.account = account;
  }
}

/** Everything the stand-in knows. A connected account comes into being when it is first named. */
export class State {
  readonly timeline: Timeline;
  readonly events: EventLog;
  readonly platform: AccountState;
  /** Where events are sent. */
  webhookEndpoints: () => WebhookEndpoint[] = () => [];
  /** Where the hosted pages are, without a trailing slash; known once the stand-in listens. */
  url = "";
  readonly #connected = new Map<string, AccountState>();

  constructor(timeline: Timeline) {
    this.timeline = timeline;
    this.platform = new AccountState(newAccount("acct_1CounterpartPlatform", timeline.nowSeconds()));
    this.events = new EventLog(timeline, this.platform);
  }

  /** Restores saved accounts; the platform's comes first. */
  adopt([platform, ...connected]: AccountState[]): void {
    Object.assign(this.platform, platform);
    for (const saved of connected) {
      this.#connected.set(saved.account.id, Object.assign(new AccountState(saved.account), saved));
    }
  }

  accounts(): AccountState[] {
    return [this.platform, ...this.#connected.values()];
  }

  /** The account that a request is about; the platform's own without an id. Throws when access was revoked. */
  account(id: string | undefined): AccountState {
    const account = this.accountOf(id);
    if (account.isRevoked) throw noAccess(account.account.id);
    return account;
  }

  /** Like `account`, but ignores revoked access: this is the dashboard's view. */
  accountOf(id: string | undefined): AccountState {
    if (id === undefined || id === this.platform.account.id) return this.platform;
    if (!/^acct_\w+$/.test(id)) throw noAccess(id);
    const account = this.#connected.get(id) ?? new AccountState(newAccount(id, this.timeline.nowSeconds()));
    this.#connected.set(id, account);
    return account;
  }
}

export function find<Item>(items: Map<string, Item>, kind: string, id: string, param?: string): Item {
  const item = items.get(id);
  if (!item) throw resourceMissing(kind, id, param);
  return item;
}

/** Like `find`, for an id in a parameter: Stripe answers 400 for these, and 404 for an id in the path. */
export function findNamed<Item>(items: Map<string, Item>, kind: string, id: string, param: string): Item {
  const item = items.get(id);
  if (!item) throw refusal(`No such ${kind}: '${id}'`, { code: "resource_missing", param });
  return item;
}

/** The id of a reference that the SDK's types allow to be expanded. The stand-in stores ids only. */
export function idOf(reference: string | { id: string }): string;
export function idOf(reference: string | { id: string } | null | undefined): string | null;
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (reference === null || reference === undefined) return null;
  return typeof reference === "string" ? reference : reference.id;
}

function noAccess(id: string): StripeApiError {
  return new StripeApiError(
    403,
    "invalid_request_error",
    `The provided key does not have access to account '${id}' (or that account does not exist). ` +
      "Application access may have been revoked.",
    { code: "account_invalid" },
  );
}

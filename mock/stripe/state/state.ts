import type { Stripe } from "stripe";
import { refusal, resourceMissing, StripeApiError } from "../api/errors.ts";
import { EventLog } from "../events/event-log.ts";
import { newAccount } from "../resources/accounts.ts";
import type { Buyer } from "../resources/checkout/checkout-payment.ts";
import type { DeclineCode } from "../resources/payments/declines.ts";
import type { TestCard } from "../resources/payments/payment-methods.ts";
import type { Timeline } from "./timeline.ts";

/** A session with what Stripe knows about it and does not put into the object. */
export interface SessionRecord {
  session: Stripe.Checkout.Session;
  lineItems: Stripe.LineItem[];
  shopName: string | null;
  /** The countries that an address is asked for, or none when nothing is shipped. */
  shipsTo: string[];
  /** What of a known customer the buyer's answers replace. */
  customerUpdate: { name: boolean; shipping: boolean };
  intentData: { description: string | null; metadata: Stripe.Metadata };
  subscriptionData: {
    description: string | null;
    metadata: Stripe.Metadata;
    trialDays: number;
    billingMode: "classic" | "flexible";
  };
  /** Who pays with which card once the bank knows that it is them. */
  challenge: { buyer: Buyer; card: TestCard } | null;
  /** Made by the first attempt to pay, also a declined one. */
  intentId: string | null;
}

export interface PortalSessionRecord {
  session: Stripe.BillingPortal.Session;
  /** The link is good for five minutes until it is opened, and for an hour after every visit. */
  expiresAt: number;
}

/** Everything that one Stripe account owns. Nothing of it exists in another. */
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
  /** Cards that the bank refuses when they are charged, by the payment method's id, and why. */
  readonly refusedCards = new Map<string, DeclineCode>();
  /** Which test card a payment method was made of. */
  readonly testCards = new Map<string, TestCard>();
  /** What the dashboard's subscription settings say of the last failed try to renew. */
  dunningEndsIn: "canceled" | "unpaid" = "canceled";

  constructor(account: Stripe.Account) {
    this.account = account;
  }
}

/** The stand-in's memory: the platform's account, and connected ones as soon as someone names them. */
export class State {
  readonly timeline: Timeline;
  readonly events: EventLog;
  readonly platform: AccountState;
  /** Where browsers find the hosted pages, without a slash at the end. */
  publicUrl: string;
  readonly #connected = new Map<string, AccountState>();

  constructor(timeline: Timeline, publicUrl: string) {
    this.timeline = timeline;
    this.publicUrl = publicUrl;
    this.platform = new AccountState(newAccount("acct_1CounterpartPlatform", timeline.nowSeconds()));
    this.events = new EventLog(timeline, this.platform);
  }

  /** Takes over what another stand-in had; the platform's account comes first. */
  adopt([platform, ...connected]: AccountState[]): void {
    Object.assign(this.platform, platform);
    for (const saved of connected) {
      this.#connected.set(saved.account.id, Object.assign(new AccountState(saved.account), saved));
    }
  }

  accounts(): AccountState[] {
    return [this.platform, ...this.#connected.values()];
  }

  /** The account that a request speaks for, or to; the platform's own without an id. */
  account(id: string | undefined): AccountState {
    const account = this.accountForTest(id);
    if (account.isRevoked) throw noAccess(account.account.id);
    return account;
  }

  /** As `account`, also when the platform has lost its access. */
  accountForTest(id: string | undefined): AccountState {
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

/** As `find`, for what a parameter names. Stripe answers 404 for the object of an address, and 400 for these. */
export function findNamed<Item>(items: Map<string, Item>, kind: string, id: string, param: string): Item {
  const item = items.get(id);
  if (!item) throw refusal(`No such ${kind}: '${id}'`, { code: "resource_missing", param });
  return item;
}

/** The id of something that the SDK's types allow to be expanded. The stand-in stores ids only. */
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

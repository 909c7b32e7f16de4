import type { Stripe } from "stripe";
import type { Buyer, DeclineCode, TestCard } from "./buyer.ts";

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

export function deletedCustomer(id: string): Stripe.DeletedCustomer {
  return { id, object: "customer", deleted: true };
}

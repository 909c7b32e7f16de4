import type { Stripe } from "stripe";
import type { Buyer, DeclineCode, TestCard } from "./buyer.ts";

/** A session with what Stripe knows but leaves out of the object. */
export interface SessionRecord {
  session: Stripe.Checkout.Session;
  lineItems: Stripe.LineItem[];
  shopName: string | null;
  /** The countries offered for the shipping address; empty if nothing is shipped. */
  shipsTo: string[];
  subscriptionMetadata: Stripe.Metadata;
  /** The length of the free trial; 0 for none. */
  trialDays: number;
  /** The payment that waits for the bank's authentication. */
  challenge: { buyer: Buyer; card: TestCard } | null;
  /** Created by the first attempt to pay, even a declined one. */
  intentId: string | null;
  /** Where tax is due, as far as known; null before the buyer enters an address. */
  taxCountry: string | null;
  /** The customer's fields that the session may overwrite. */
  customerUpdate: { address: boolean; name: boolean; shipping: boolean };
  /** The discount in the session's `discounts`, which has ids only. */
  discount: Stripe.Discount | null;
  /** Parts that Stripe includes only when they are expanded. */
  parts: SessionParts;
}

export interface SessionParts {
  breakdown: Stripe.Checkout.Session.TotalDetails.Breakdown;
  shippingTaxes: Stripe.Checkout.Session.ShippingCost.Tax[];
  /** By line item id. */
  lines: Record<string, Required<Pick<Stripe.LineItem, "discounts" | "taxes">>>;
}

export interface PortalSessionRecord {
  session: Stripe.BillingPortal.Session;
  /** Five minutes after creation until it is opened, then an hour after each visit. */
  expiresAt: number;
}

/** A payment method that an agent shared with the account, for a limited sum (https://docs.stripe.com/agentic-commerce). */
export interface GrantedToken {
  id: string;
  object: "shared_payment.granted_token";
  created: number;
  deactivated_at: number | null;
  deactivated_reason: "consumed" | "expired" | "revoked" | null;
  livemode: false;
  shared_metadata: Stripe.Metadata;
  usage_limits: { currency: string; expires_at: number; max_amount: number };
  /** The card behind it, which Stripe doesn't show. */
  card: TestCard;
}

type TaxId = Stripe.Invoice.CustomerTaxId;

/** Everything that belongs to one Stripe account. Accounts share nothing. */
export class AccountState {
  readonly account: Stripe.Account;
  /** Whether the platform has lost access to this account. */
  isRevoked = false;
  readonly sessions = new Map<string, SessionRecord>();
  readonly customers = new Map<string, Stripe.Customer>();
  /** The tax ids that customers entered, by customer id. */
  readonly taxIds = new Map<string, TaxId[]>();
  /** Ids of deleted customers, which Stripe still recognises. */
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
  readonly coupons = new Map<string, Stripe.Coupon>();
  readonly promotionCodes = new Map<string, Stripe.PromotionCode>();
  readonly taxCalculations = new Map<string, Stripe.Tax.Calculation>();
  /** By calculation. */
  readonly taxLineItems = new Map<string, Stripe.Tax.CalculationLineItem[]>();
  readonly grantedTokens = new Map<string, GrantedToken>();
  /** What the bank is asked to let pay, by payment intent. */
  readonly challenges = new Map<string, IntentChallenge>();
  readonly shippingRates = new Map<string, Stripe.ShippingRate>();
  /** Coupons applied to subscriptions and invoices. */
  readonly discounts = new Map<string, Stripe.Discount>();
  readonly taxSettings: Stripe.Tax.Settings = {
    object: "tax.settings",
    defaults: { provider: "stripe", tax_behavior: "inferred_by_currency", tax_code: null },
    head_office: null,
    livemode: false,
    status: "pending",
    status_details: { pending: { missing_fields: ["head_office"] } },
  };
  readonly portalConfigurations = new Map<string, Stripe.BillingPortal.Configuration>();
  readonly portalSessions = new Map<string, PortalSessionRecord>();
  /** Why the bank declines a card's charges, by payment method id. */
  readonly refusedCards = new Map<string, DeclineCode>();
  /** The test card of each payment method. */
  readonly testCards = new Map<string, TestCard>();
  /** The status of a subscription after the last failed retry, a dashboard setting. */
  dunningEndsIn: "canceled" | "unpaid" = "canceled";

  constructor(account: Stripe.Account) {
    this.account = account;
  }
}

/** A payment with a granted token that waits for the bank's authentication. */
export interface IntentChallenge {
  tokenId: string;
  methodId: string;
  /** Where the buyer goes afterwards. */
  returnUrl: string;
}

export function deletedCustomer(id: string): Stripe.DeletedCustomer {
  return { id, object: "customer", deleted: true };
}

import { ApiError } from "@counterpart/server/errors";
import type Stripe from "stripe";
import type { CustomerOwner } from "../../database/queries/buyers/customers.ts";
import type { Refunds } from "../../database/queries/orders/record-refunds.ts";
import type { RequestedRefund } from "../../database/queries/orders/request-refund.ts";
import type { Outcome } from "../../database/queries/sessions/checkout-sessions.ts";
import { pageEnd, type SnapshotLine, trialDaysOf } from "../../domain/checkout.ts";
import type { CheckoutSessionRecord } from "../../domain/checkout-session.ts";
import type { Clock } from "../../domain/clock.ts";
import { conflict, conflictAt } from "../../domain/error-codes.ts";
import { metadataAtProvider } from "../../domain/metadata.ts";
import type { Offers } from "../../domain/offers.ts";
import type { PaymentRefund } from "../../domain/order.ts";
import { type NamedLine, nameWithOptions, type ProductOption } from "../../domain/product.ts";
import type { CodeTerms } from "../../domain/promotion-code.ts";
import type { TaxOnTop } from "../../domain/refund-content.ts";
import { secretHash } from "../../domain/secret-hash.ts";
import { isLive } from "../../domain/subscription-state.ts";
import { type SubscriptionState, toOutcome, toSubscription } from "../checkout/session-outcome.ts";
import { type DisputeState, toDisputeState } from "../events/dispute-state.ts";
import { type InvoiceState, toInvoiceState } from "../events/invoice-state.ts";
import { requestMetadata, toRefund, toRefunds } from "../events/refund-state.ts";
import { type ProviderEvent, toEvent, type VerifiedEvent, verifyEvent } from "../events/verify-event.ts";
import { type CallProvider, type ProviderObject, retryWhenLimited } from "./call-provider.ts";
import { idOf } from "./id-of.ts";
import { intentCalls } from "./intents.ts";
import type { Locale } from "./locale.ts";
import { clockedHttpClient, createProviderClock, type ProviderClock } from "./provider-clock.ts";
import {
  invalidRequestOf,
  isAccountGone,
  isUnknownObject,
  quoting,
  throwTranslated,
} from "./provider-errors.ts";
import { throwRefusedRefund } from "./refused-refund.ts";
import { stripeAddress } from "./stripe-address.ts";
import { StripeSdk } from "./stripe-sdk.ts";

export interface ProviderSettings {
  secretKey: string;
  /** The stand-in's address, used in place of Stripe's: `http://127.0.0.1:12111`. */
  apiBase?: string;
  /** Each of them may sign an event, so that secrets can be rotated. */
  webhookSecrets: string[];
  /** The platform's `ca_…`. Without it, owners can't connect their accounts. */
  clientId?: string;
}

type OpenedSession = Pick<
  CheckoutSessionRecord,
  "storeId" | "account" | "metadata" | "mode" | "lines" | "currency" | "offers"
>;

export interface SessionToOpen extends OpenedSession {
  /** Our id, which is also the idempotency key. */
  id: string;
  /** The provider's `cus_…` of the paying member; null for guests. */
  customerId: string | null;
  /** Shown on the page, unless the customer has an address. */
  customerEmail: string | null;
  /** Null: the language of the buyer's browser. */
  locale: Locale | null;
  storeName: string;
  interval: "month" | "year" | null;
  /** Main images by product id. */
  pictures: ReadonlyMap<string, string>;
  /** If set, the page asks for an address in one of these countries and a phone number. Null if nothing is shipped. */
  shippingCountries: string[] | null;
  /** Off by default. Subscriptions always have invoices. */
  invoicing?: { createsInvoice: boolean; asksTaxId: boolean };
  /** When its page closes, at the earliest. */
  expiresAt: number;
  successUrl: string;
  cancelUrl: string;
}

/** A promotion code to create. */
export interface NewPromotionCode {
  storeId: string;
  account: string | null;
  /** The idempotency key; must be new for other terms. */
  key: string;
  /** The same for each attempt to create this code: one that an earlier attempt made is used. */
  token: string;
  terms: CodeTerms;
  /** What the provider calls it, which its page shows. Buyers can enter it there if the page has a field. */
  name: string;
}

/** A member, and the email address for a new customer. An existing customer keeps its address. */
export type NewCustomer = CustomerOwner & { email: string | null };

export interface SessionList {
  account: string | null;
  status: "complete" | "expired";
  /** Creation time of our records, on our clock. */
  createdFrom: number;
  createdTo?: number;
  /** The last session of the previous page. */
  after: string | undefined;
}

export interface ListedSession {
  providerId: string;
  /** Undefined if the list doesn't contain enough information. */
  outcome: Outcome | undefined;
}

export interface FoundSession {
  providerId: string;
  /** Our session id in it. Not trustworthy: a buyer can choose it when opening a page. */
  checkoutSessionId: string | null;
}

/** Where to read an account's event list; times are on our clock. */
export interface EventList {
  account: string | null;
  createdFrom?: number | undefined;
  createdTo?: number | undefined;
  /** Lists events older than this one. */
  after?: string | undefined;
  /** Lists the events right after this one instead of the newest. */
  before?: string | undefined;
}

export interface ListedEvent {
  id: string;
  /** Undefined when it is unreadable. */
  event: ProviderEvent | undefined;
}

/** The provider creates its session after our record, up to a minute later with retries and waiting. */
const listedLaterSeconds = 120;
/** Tolerance for a slow clock. */
const listedEarlierSeconds = 60;

export interface NewPrice {
  account: string | null;
  productId: string;
  name: string;
  options: ProductOption[];
  /** In the currency's smallest unit. */
  amount: number;
  currency: string;
  interval: "month" | "year";
  /** Undefined for subscriptions without tax. */
  taxBehavior: TaxBehavior | undefined;
  /** Null for the account's default. */
  taxCode: string | null;
}

type TaxBehavior = "inclusive" | "exclusive";

/** One product of a subscription. */
export interface PricedItem {
  /** The provider's `si_…`. */
  itemId: string;
  /** In the currency's smallest unit; null if it isn't a whole number of them. */
  unitAmount: number | null;
  /** Undefined if its price was made without tax. */
  taxBehavior: TaxBehavior | undefined;
}

export interface ItemPrice extends Pick<PricedItem, "itemId"> {
  /** The provider's `price_…`. */
  priceId: string;
}

/** A payment (`pi_…`), and its invoice if it pays for a subscription. */
export interface PaymentWithInvoice extends ProviderObject {
  invoiceId: string | null;
}

export interface InvoiceLinks {
  /** Null for a draft. */
  number: string | null;
  /** The invoice's page at the provider. */
  url: string;
  pdfUrl: string | null;
}

/** What the provider allows an account to do. */
export interface AccountRights {
  isChargeable: boolean;
  takesCards: boolean;
  /** Whether its balance is paid out. */
  paysOut: boolean;
}

/** Characters; the provider's limit for a metadata value. */
const maxMetadataLength = 500;

export type Provider = ReturnType<typeof createProvider>;

/** Milliseconds; including the retry, a call answers or fails within 21 s. */
const timeoutMs = 10_000;
const retries = 1;
/** For questions that a page of the dashboard waits for, and that can stay without an answer. */
const shortly = { timeout: 3000, maxNetworkRetries: 0 } satisfies Stripe.RequestOptions;
/** For the lines of a subscription, which say by their products what was bought here. */
const withProducts = { expand: ["items.data.price.product"] };
/** Payments are refunded in a few parts at most; this only limits the number of pages fetched. */
const maxRefunds = 1000;

/** The payment provider, called through its SDK. Only the host differs between development and production. */
export function createProvider(
  { secretKey, apiBase, webhookSecrets, clientId }: ProviderSettings,
  clock: Clock,
  callProvider: CallProvider = (_name, _account, call) => call(),
  providerClock: ProviderClock = createProviderClock(clock),
) {
  const translating =
    (isRead: boolean): CallProvider =>
    (name, account, run) =>
      callProvider(name, account, () =>
        retryWhenLimited(run).catch((error: unknown) => throwTranslated(error, isRead)),
      );
  const call = translating(false);
  const read = translating(true);
  const stripe = new StripeSdk(secretKey, {
    ...(apiBase && stripeAddress(apiBase)),
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
    httpClient: clockedHttpClient(providerClock.learn),
    appInfo: { name: "Counterpart" },
  });

  /**
   * Records when a call begins, on the provider's clock as its response shows it. The response to the latest
   * request is kept, even if our clock was corrected in between or another process has a wrong one.
   */
  function startFetch(): () => number {
    const began = clock();
    return () => providerClock.at(began);
  }

  /** On the provider's clock, since 1970. */
  function seconds(instant: number): number {
    return Math.floor(providerClock.at(instant) / 1000);
  }

  async function retrieveSession({ id, account }: ProviderObject): Promise<Outcome> {
    const fetchedAt = startFetch();
    const params = { expand: ["subscription", "payment_intent.latest_charge"] };
    const session = await read("readSession", account, () =>
      stripe.checkout.sessions.retrieve(id, params, on(account)),
    );
    const hasInvoice = session.status === "complete" && session.mode === "subscription";
    const invoiceId = hasInvoice ? idOf(session.invoice) : null;
    const invoice = invoiceId === null ? undefined : await retrieveInvoice({ id: invoiceId, account });
    return toOutcome(session, fetchedAt(), invoice);
  }

  async function subscriptionFrom(ask: () => Promise<Stripe.Subscription>): Promise<SubscriptionState> {
    const fetchedAt = startFetch();
    return toSubscription(await ask(), fetchedAt());
  }

  async function retrieveInvoice({ id, account }: ProviderObject): Promise<InvoiceState> {
    const expand = ["payments.data.payment.payment_intent"];
    return toInvoiceState(
      await read("readInvoice", account, () => stripe.invoices.retrieve(id, { expand }, on(account))),
    );
  }

  /** The invoice of a single payment, which only its session names. */
  async function invoiceOfSession({ id, account }: ProviderObject): Promise<Stripe.Invoice | undefined> {
    const { data } = await stripe.checkout.sessions.list(
      { payment_intent: id, limit: 1, expand: ["data.invoice"] },
      on(account),
    );
    const invoice = data[0]?.invoice ?? undefined;
    return typeof invoice === "string" ? undefined : invoice;
  }

  /** What an account may do. It may do nothing if we lost access to it. */
  async function readAccount(account: string | null): Promise<AccountRights> {
    try {
      const { charges_enabled, payouts_enabled, capabilities } = await read("readAccount", account, () =>
        account === null
          ? stripe.accounts.retrieveCurrent({}, shortly)
          : stripe.accounts.retrieve(account, {}, shortly),
      );
      // An account that isn't asked for the capability doesn't list it.
      const takesCards = (capabilities?.card_payments ?? "active") === "active";
      return { isChargeable: charges_enabled, takesCards, paysOut: payouts_enabled };
    } catch (error) {
      if (isAccountGone(error)) return { isChargeable: false, takesCards: false, paysOut: false };
      throw error;
    }
  }

  return {
    /**
     * Opens a hosted payment page. Throws CONFLICT if the provider's limits don't allow this cart.
     * @param key must be new for a request with other parameters, since an idempotency key repeats its
     *   response
     */
    /** @returns with `expiresAt` later than wanted if the call began late */
    async openSession(
      session: SessionToOpen,
      key = session.id,
    ): Promise<{ providerId: string; url: string; expiresAt: number }> {
      let { expiresAt } = session;
      const create = (idempotencyKey: string) => {
        let params: Stripe.Checkout.SessionCreateParams | undefined;
        return call("openSession", session.account, () => {
          if (!params) {
            // After waiting, and once: a repeated call with the same key has to have the same parameters.
            expiresAt = pageEnd(expiresAt, clock());
            params = toParams({ ...session, expiresAt: providerClock.at(expiresAt) });
          }
          return stripe.checkout.sessions
            .create(params, { idempotencyKey, ...on(session.account) })
            .catch((error: unknown) => refusedByProvider(error, session.lines));
        });
      };
      const opened = await create(key).catch((error: unknown) => {
        if (!isAboutExpiry(error)) throw error;
        // The refusal showed the provider's time. No session was created; new parameters need a new key.
        return create(`${key}-corrected`);
      });
      if (!opened.url) throw new Error("The payment provider opened a session without a URL.");
      return { providerId: opened.id, url: opened.url, expiresAt };
    },

    /**
     * Creates a customer for a member. Two requests for the same member create one customer.
     * @param customer includes the deleted one it replaces, since the same idempotency key would return that
     *   one
     */
    async createCustomer(customer: NewCustomer & { replaces?: string }): Promise<string> {
      const { storeId, memberId, account, email, replaces = "" } = customer;
      // An idempotency key is bound to one set of parameters.
      const owner = [storeId, memberId, replaces, ...(email === null ? [] : [email])];
      const key = secretHash(JSON.stringify(owner));
      const metadata = { storeId, ...(memberId.length <= maxMetadataLength && { memberId }) };
      const { id } = await call("createCustomer", account, () =>
        stripe.customers
          .create(
            { metadata, ...(email !== null && { email }) },
            { idempotencyKey: `customer-${key}`, ...on(account) },
          )
          .catch((error: unknown) => refusedByProvider(error)),
      );
      return id;
    },

    /**
     * Creates a promotion code (`promo_…`) and the coupon behind it. It reduces one payment: of a subscription, the first.
     * Throws CONFLICT if the provider refuses it.
     */
    async createPromotionCode(wanted: NewPromotionCode): Promise<string> {
      const { storeId, account, key, token, terms, name } = wanted;
      const { data: present } = await read("findPromotionCode", account, () =>
        stripe.promotionCodes.list({ code: name, active: true, limit: 1 }, on(account)),
      );
      const made = present.find(({ metadata: of }) => of?.storeId === storeId && of.token === token);
      if (made) return made.id;
      const { currency, percentOff, amountOffInCents, minimumInCents, maxRedemptions, expiresAt } = terms;
      const metadata = { storeId };
      const reduction =
        percentOff === null ? { amount_off: amountOffInCents, currency } : { percent_off: percentOff };
      const coupon = await call("createCoupon", account, () =>
        stripe.coupons
          .create(
            { duration: "once", name: terms.code, metadata, ...reduction },
            { idempotencyKey: `coupon-${key}`, ...on(account) },
          )
          .catch(throwRefusedCode),
      );
      const { id } = await call("createPromotionCode", account, () =>
        stripe.promotionCodes
          .create(
            {
              promotion: { type: "coupon", coupon: coupon.id },
              code: name,
              metadata: { ...metadata, token },
              ...(maxRedemptions !== null && { max_redemptions: maxRedemptions }),
              ...(expiresAt !== null && { expires_at: seconds(expiresAt) }),
              ...(minimumInCents !== null && {
                restrictions: { minimum_amount: minimumInCents, minimum_amount_currency: currency },
              }),
            },
            { idempotencyKey: `promotion-code-${key}`, ...on(account) },
          )
          .catch(throwRefusedCode),
      );
      return id;
    },

    /** Ends a promotion code (`promo_…`). Buyers who entered it before keep their discount until they pay. */
    async deactivatePromotionCode({ id, account }: ProviderObject): Promise<void> {
      await call("deactivatePromotionCode", account, () =>
        stripe.promotionCodes.update(id, { active: false }, on(account)),
      );
    },

    /** How often a promotion code (`promo_…`) was redeemed. */
    async countRedemptions({ id, account }: ProviderObject): Promise<number> {
      const code = await read("readPromotionCode", account, () =>
        stripe.promotionCodes.retrieve(id, {}, on(account)),
      );
      return code.times_redeemed;
    },

    /** The outcome of a session. */
    readSession: retrieveSession,

    /**
     * Lists an account's sessions by status, newest first, 100 at a time.
     * @returns `next`: the cursor of the next page, if there is one
     */
    async listSessions(list: SessionList): Promise<{ sessions: ListedSession[]; next: string | undefined }> {
      const { account, status, createdFrom, createdTo, after } = list;
      const fetchedAt = startFetch();
      const { data, has_more } = await read("listSessions", account, () =>
        stripe.checkout.sessions.list(
          {
            status,
            limit: 100,
            created: {
              gte: seconds(createdFrom) - listedEarlierSeconds,
              ...(createdTo !== undefined && { lte: seconds(createdTo) + listedLaterSeconds }),
            },
            ...(after !== undefined && { starting_after: after }),
            ...(status === "complete" && {
              expand: ["data.subscription", "data.payment_intent.latest_charge"],
            }),
          },
          on(account),
        ),
      );
      return {
        sessions: data.map((session) => ({
          providerId: session.id,
          // The amount paid for a subscription is on its invoice, which lists don't include.
          outcome:
            session.invoice === null || session.mode === "payment"
              ? toOutcome(session, fetchedAt())
              : undefined,
        })),
        next: has_more ? data.at(-1)?.id : undefined,
      };
    },

    /** Finds the session of a payment (`pi_…`); undefined if it was made elsewhere. */
    async findSession({ id, account }: ProviderObject): Promise<FoundSession | undefined> {
      const { data } = await read("findSession", account, () =>
        stripe.checkout.sessions.list({ payment_intent: id, limit: 1 }, on(account)),
      );
      return data[0] && { providerId: data[0].id, checkoutSessionId: data[0].client_reference_id };
    },

    /** How much tax each line and shipping of the session of a payment (`pi_…`) had; undefined if it has no session. */
    async readTaxes({ id, account }: ProviderObject): Promise<TaxOnTop | undefined> {
      return read("readTaxes", account, async () => {
        const { data } = await stripe.checkout.sessions.list({ payment_intent: id, limit: 1 }, on(account));
        const [session] = data;
        if (!session) return undefined;
        const items = await stripe.checkout.sessions.listLineItems(
          session.id,
          { limit: 100, expand: ["data.price.product"] },
          on(account),
        );
        const taxes = items.data.flatMap(({ price, amount_tax: tax }) => {
          const product = price?.product;
          if (product === undefined || typeof product === "string" || product.deleted) return [];
          return [[product.metadata.productId ?? "", tax] as const];
        });
        return { lines: new Map(taxes), shipping: session.shipping_cost?.amount_tax ?? 0 };
      });
    },

    /** Lists an account's events, newest first, 100 at a time. The provider keeps them listed for 30 days. */
    async listEvents(list: EventList): Promise<{ events: ListedEvent[]; hasMore: boolean }> {
      const { account, createdFrom, createdTo, after, before } = list;
      const { data, has_more } = await read("listEvents", account, () =>
        stripe.events.list(
          {
            limit: 100,
            created: {
              ...(createdFrom !== undefined && { gte: seconds(createdFrom) }),
              ...(createdTo !== undefined && { lte: seconds(createdTo) }),
            },
            ...(after !== undefined && { starting_after: after }),
            ...(before !== undefined && { ending_before: before }),
          },
          on(account),
        ),
      );
      const toListed = (listed: Stripe.Event): ListedEvent => {
        const event = toEvent(listed);
        return { id: listed.id, event: event && { ...event, account } };
      };
      return { events: data.map(toListed), hasMore: has_more };
    },

    /** Expires an open session and returns its outcome, since it may have been paid meanwhile. */
    async expireSession({ id, account }: ProviderObject): Promise<Outcome> {
      const fetchedAt = startFetch();
      try {
        const expired = await call("expireSession", account, () =>
          stripe.checkout.sessions.expire(id, {}, on(account)),
        );
        return toOutcome(expired, fetchedAt());
      } catch (error) {
        if (!invalidRequestOf(error)) throw error;
        return retrieveSession({ id, account });
      }
    },

    async readSubscription({ id, account }: ProviderObject): Promise<SubscriptionState> {
      return subscriptionFrom(() =>
        read("readSubscription", account, () => stripe.subscriptions.retrieve(id, withProducts, on(account))),
      );
    },

    /** The last 100 paid invoices of a subscription (`sub_…`), oldest first. */
    async listPaidInvoices({ id, account }: ProviderObject): Promise<InvoiceState[]> {
      const { data } = await read("listPaidInvoices", account, () =>
        stripe.invoices.list(
          { subscription: id, status: "paid", limit: 100, expand: ["data.payments"] },
          on(account),
        ),
      );
      return data.map(toInvoiceState).reverse();
    },

    /**
     * Ends a subscription at once, without a final invoice or a refund, and returns its new state. An ended
     * subscription is left unchanged.
     */
    async cancelSubscription({ id, account }: ProviderObject, comment: string): Promise<SubscriptionState> {
      const params = {
        ...withProducts,
        invoice_now: false,
        prorate: false,
        cancellation_details: { comment },
      };
      return subscriptionFrom(() =>
        call("cancelSubscription", account, () =>
          // The provider answers "not found" when asked to cancel an ended subscription.
          stripe.subscriptions.cancel(id, params, on(account)).catch((error: unknown) => {
            if (!isUnknownObject(error)) throw error;
            return stripe.subscriptions.retrieve(id, withProducts, on(account));
          }),
        ),
      );
    },

    /** Lets a subscription end with its present period, without a refund, and returns its new state. */
    async cancelAtPeriodEnd({ id, account }: ProviderObject, comment: string): Promise<SubscriptionState> {
      const params = { ...withProducts, cancel_at_period_end: true, cancellation_details: { comment } };
      return subscriptionFrom(() =>
        call("cancelAtPeriodEnd", account, () => stripe.subscriptions.update(id, params, on(account))),
      );
    },

    /** Creates a recurring price, `price_…`. The same request within a day, the lifetime of idempotency keys, creates one. */
    async createPrice(price: NewPrice): Promise<string> {
      const { account, productId, amount, currency, interval, taxBehavior, taxCode } = price;
      const name = nameAtProvider(price);
      const taxed = taxBehavior ? [taxBehavior, taxCode] : [];
      const key = secretHash(JSON.stringify([productId, name, amount, currency, interval, ...taxed]));
      const { id } = await call("createPrice", account, () =>
        stripe.prices
          .create(
            {
              currency,
              unit_amount: amount,
              recurring: { interval },
              ...(taxBehavior && { tax_behavior: taxBehavior }),
              product_data: { name, metadata: { productId }, ...taxCodeOf({ taxBehavior, taxCode }) },
            },
            { idempotencyKey: `price-${key}`, ...on(account) },
          )
          .catch((error: unknown) => {
            if (!isUnknownTaxCode(error)) throw error;
            throw refusedTaxCode(price, error);
          }),
      );
      return id;
    },

    /** What a subscription (`sub_…`) pays for a product in each period; undefined if it has ended or doesn't contain it. */
    async readPricedItem(
      { id, account }: ProviderObject,
      productId: string,
    ): Promise<PricedItem | undefined> {
      const subscription = await read("readPricedItem", account, () =>
        stripe.subscriptions.retrieve(id, withProducts, on(account)),
      );
      if (!isLive(subscription)) return undefined;
      const item = subscription.items.data.find(({ price: { product } }) => {
        const isWhole = typeof product !== "string" && !product.deleted;
        return isWhole && product.metadata.productId === productId;
      });
      if (!item) return undefined;
      const { unit_amount: unitAmount, tax_behavior: behavior } = item.price;
      const taxBehavior = (["inclusive", "exclusive"] as const).find((known) => known === behavior);
      return { itemId: item.id, unitAmount, taxBehavior };
    },

    /** Changes the price of a subscription's item from the next period on. Nothing is paid or credited for the present one. */
    async setPrice({ id, account }: ProviderObject, { itemId, priceId }: ItemPrice): Promise<void> {
      await call("setPrice", account, () =>
        stripe.subscriptions.update(
          id,
          { items: [{ id: itemId, price: priceId }], proration_behavior: "none" },
          on(account),
        ),
      );
    },

    /** All refunds of a payment (`pi_…`), failed ones included. */
    async readRefunds({ id, account }: ProviderObject): Promise<Refunds> {
      const fetchedAt = startFetch();
      const refunds = await read("readRefunds", account, () =>
        stripe.refunds
          .list({ payment_intent: id, limit: 100 }, on(account))
          .autoPagingToArray({ limit: maxRefunds }),
      );
      return toRefunds(id, refunds, fetchedAt());
    },

    /**
     * Refunds a payment, fully or in part. Throws CONFLICT if the provider refuses. Repeating the request
     * within a day, the lifetime of idempotency keys, returns the same refund.
     */
    async refund({ id, paymentId, account, amount }: RequestedRefund): Promise<PaymentRefund> {
      const metadata = { [requestMetadata]: id };
      const refund = await call("refund", account, () =>
        stripe.refunds
          .create({ payment_intent: paymentId, amount, metadata }, { idempotencyKey: id, ...on(account) })
          .catch(throwRefusedRefund),
      );
      return toRefund(paymentId, refund);
    },

    /** The state of a dispute. */
    async readDispute({ id, account }: ProviderObject): Promise<DisputeState> {
      const fetchedAt = startFetch();
      return toDisputeState(
        await read("readDispute", account, () => stripe.disputes.retrieve(id, {}, on(account))),
        fetchedAt(),
      );
    },

    /** An invoice and its payments. */
    readInvoice: retrieveInvoice,

    /** The promotion code (`promo_…`) of each discount on an invoice; null for one without a code. */
    async readAppliedCodes({ id, account }: ProviderObject): Promise<(string | null)[]> {
      const { discounts } = await read("readAppliedCodes", account, () =>
        stripe.invoices.retrieve(id, { expand: ["discounts"] }, on(account)),
      );
      return discounts.map((one) => (typeof one === "string" ? null : idOf(one.promotion_code)));
    },

    /** Finds the invoice of a payment (`pi_…`); undefined if it has none. */
    async findInvoice({ id, account }: ProviderObject): Promise<InvoiceState | undefined> {
      const { data } = await read("findInvoice", account, () =>
        stripe.invoicePayments.list(
          { payment: { type: "payment_intent", payment_intent: id }, limit: 1 },
          on(account),
        ),
      );
      const invoiceId = idOf(data[0]?.invoice ?? null);
      return invoiceId === null ? undefined : retrieveInvoice({ id: invoiceId, account });
    },

    /**
     * Links to the invoice of a payment (`pi_…`); undefined if it has none. They change after a while, and anyone who has one
     * can read the invoice, so they aren't stored.
     */
    async readInvoiceLinks(payment: PaymentWithInvoice): Promise<InvoiceLinks | undefined> {
      const { invoiceId, account } = payment;
      const invoice = await read("readInvoiceLinks", account, () =>
        invoiceId === null ? invoiceOfSession(payment) : stripe.invoices.retrieve(invoiceId, {}, on(account)),
      ).catch((error: unknown) => {
        if (isUnknownObject(error)) return undefined;
        throw error;
      });
      const { number = null, hosted_invoice_url: url, invoice_pdf: pdfUrl } = invoice ?? {};
      return url ? { number, url, pdfUrl: pdfUrl ?? null } : undefined;
    },

    /** Whether a connected account can accept charges; false if we lost access to it. */
    isChargeable: async (account: string): Promise<boolean> => (await readAccount(account)).isChargeable,

    readAccount,

    /** Whether an account has the settings that the calculation of tax needs, such as its origin address. */
    async canCalculateTax(account: string | null): Promise<boolean> {
      const { status } = await read("canCalculateTax", account, () =>
        stripe.tax.settings.retrieve({}, { ...shortly, ...on(account) }),
      );
      return status === "active";
    },

    /**
     * The URL where an account's owner connects it to the platform. Undefined if the platform has no client id.
     * @param state comes back with the owner, who can't choose it
     * @param returnUrl must match the URL registered with the provider exactly
     */
    connectUrl({ state, returnUrl }: { state: string; returnUrl: string }): string | undefined {
      if (clientId === undefined) return undefined;
      const query = new URLSearchParams({
        response_type: "code",
        client_id: clientId,
        scope: "read_write",
        redirect_uri: returnUrl,
        state,
      });
      return `${apiBase ?? "https://connect.stripe.com"}/oauth/authorize?${query}`;
    },

    /** Returns the account (`acct_…`) that its owner connected. Throws CONFLICT for a used or expired code. */
    async connectAccount(code: string): Promise<string> {
      const token = await call("connectAccount", null, () =>
        stripe.oauth.token({ grant_type: "authorization_code", code }).catch((error: unknown) => {
          if (!(error instanceof StripeSdk.errors.StripeInvalidGrantError)) throw error;
          // The cause isn't attached, because it would be logged and its message quotes the code.
          throw conflict("The connection attempt has expired or was already used. Connect again.");
        }),
      );
      if (token.stripe_user_id === undefined) throw new Error("The payment provider connected no account.");
      return token.stripe_user_id;
    },

    /**
     * Creates the billing portal's configuration. Two requests for the same account create one.
     * @param replaces the deleted configuration, since the same idempotency key would return that one
     */
    async createPortalConfiguration(account: string | null, replaces?: string): Promise<string> {
      const parts = ["portal-configuration-2", account ?? "platform", ...(replaces ? [replaces] : [])];
      const { id } = await call("createPortalConfiguration", account, () =>
        stripe.billingPortal.configurations.create(
          {
            business_profile: { headline: "Manage your subscription" },
            features: {
              customer_update: { enabled: true, allowed_updates: ["email", "address"] },
              invoice_history: { enabled: true },
              payment_method_update: { enabled: true },
              subscription_cancel: { enabled: true, mode: "at_period_end", proration_behavior: "none" },
              subscription_update: { enabled: false },
            },
            login_page: { enabled: false },
          },
          { idempotencyKey: parts.join("-"), ...on(account) },
        ),
      );
      return id;
    },

    /** Opens a customer's billing portal. */
    async openPortal(portal: {
      account: string | null;
      customerId: string;
      configurationId: string;
      returnUrl: string;
    }): Promise<{ url: string }> {
      const { account, customerId: customer, configurationId: configuration, returnUrl } = portal;
      const params = { customer, configuration, return_url: returnUrl };
      const { url } = await call("openPortal", account, () =>
        stripe.billingPortal.sessions.create(params, on(account)),
      );
      return { url };
    },

    ...intentCalls({ stripe, call, read, on }),

    /** The provider's time, as its responses have shown it; milliseconds since 1970. */
    now: (): number => providerClock.at(clock()),

    /** Parses an event with a valid signature, or returns the reason for refusing it. */
    verifyEvent: (body: Buffer, signature: string): VerifiedEvent =>
      verifyEvent(
        { webhooks: stripe.webhooks, secrets: webhookSecrets, clock, providerClock },
        body,
        signature,
      ),

    /** Whether this process handles real money. */
    livemode: /^(sk|rk)_live_/.test(secretKey),
  };
}

function throwRefusedCode(cause: unknown): never {
  if (!invalidRequestOf(cause)) throw cause;
  const refused =
    "The payment provider refuses this code. Usually the store already has an active code of this name.";
  throw conflict(quoting(refused, cause), { cause });
}

function isAboutExpiry(error: unknown): boolean {
  return invalidRequestOf(error)?.param === "expires_at";
}

function on(account: string | null): Stripe.RequestOptions {
  return account === null ? {} : { stripeAccount: account };
}

function toParams(session: SessionToOpen): Stripe.Checkout.SessionCreateParams {
  const { id, storeId, customerId, customerEmail, locale, storeName, mode } = session;
  const { interval, lines, pictures, currency } = session;
  const { shippingCountries, expiresAt, successUrl, cancelUrl } = session;
  const metadata = metadataAtProvider(session.metadata, { checkoutSessionId: id, storeId });
  const taxes = taxBehaviorOf(session.offers);
  return {
    mode,
    client_reference_id: id,
    // The provider accepts only one of the two.
    ...(customerId !== null ? { customer: customerId } : customerEmail && { customer_email: customerEmail }),
    ...(locale !== null && { locale }),
    metadata,
    ...(mode === "subscription" && { subscription_data: { metadata, ...trialOf(lines) } }),
    line_items: lines.map((line) => ({
      quantity: line.quantity,
      price_data: {
        currency,
        unit_amount: line.unitPriceInCents,
        ...(taxes && { tax_behavior: taxes }),
        product_data: {
          name: nameAtProvider(line),
          metadata: { productId: line.productId },
          ...imagesOf(pictures.get(line.productId)),
          ...taxCodeOf({ taxBehavior: taxes, taxCode: line.taxCode ?? null }),
        },
        ...(interval && { recurring: { interval } }),
      },
    })),
    ...(shippingCountries && { shipping_address_collection: { allowed_countries: shippingCountries } }),
    ...shippingOptions(session, taxes),
    phone_number_collection: { enabled: shippingCountries !== null },
    ...independentOfSettings,
    ...codesOf(session.offers),
    automatic_tax: { enabled: taxes !== undefined },
    ...invoicingOf(session),
    ...customerUpdateOf(session),
    branding_settings: { display_name: storeName },
    success_url: withSessionId(successUrl),
    cancel_url: cancelUrl,
    expires_at: Math.floor(expiresAt / 1000),
  };
}

/** Undefined if no tax is calculated. */
function taxBehaviorOf(offers: Offers | null): TaxBehavior | undefined {
  return offers === null || offers.tax === "off" ? undefined : offers.tax;
}

/** The provider accepts only one of the two parameters. */
function codesOf(
  offers: Offers | null,
): Pick<Stripe.Checkout.SessionCreateParams, "discounts" | "allow_promotion_codes"> {
  if (offers?.code !== undefined) return { discounts: [{ promotion_code: offers.code }] };
  return { allow_promotion_codes: offers?.takesCodes ?? false };
}

/** Left out without tax, so that a code that the provider doesn't know prevents no purchase. */
function taxCodeOf({ taxBehavior, taxCode }: Pick<NewPrice, "taxBehavior" | "taxCode">): {
  tax_code?: string;
} {
  return taxBehavior && taxCode !== null ? { tax_code: taxCode } : {};
}

/** https://docs.stripe.com/tax/tax-codes */
export const shippingTaxCode = "txcd_92010001";

/** Prices are given with the session, so that nothing at the provider can change them. */
function shippingOptions(
  { offers, currency }: SessionToOpen,
  taxes: TaxBehavior | undefined,
): Pick<Stripe.Checkout.SessionCreateParams, "shipping_options"> {
  const rates = offers?.shipping ?? [];
  if (rates.length === 0) return {};
  return {
    shipping_options: rates.map(({ rateId, name, priceInCents, days }) => ({
      shipping_rate_data: {
        type: "fixed_amount",
        display_name: name,
        fixed_amount: { amount: priceInCents, currency },
        metadata: { rateId },
        ...(taxes && { tax_behavior: taxes, tax_code: shippingTaxCode }),
        ...(days && {
          delivery_estimate: {
            minimum: { unit: "business_day", value: days.min },
            maximum: { unit: "business_day", value: days.max },
          },
        }),
      },
    })),
  };
}

function invoicingOf({ mode, invoicing }: SessionToOpen): Partial<Stripe.Checkout.SessionCreateParams> {
  const { createsInvoice = false, asksTaxId = false } = invoicing ?? {};
  return {
    ...(createsInvoice && mode === "payment" && { invoice_creation: { enabled: true } }),
    ...(asksTaxId && { tax_id_collection: { enabled: true } }),
  };
}

/** What the page may change of an existing customer: the address, on which tax depends, and the name, to a business's. */
function customerUpdateOf({
  customerId,
  invoicing,
  shippingCountries,
  offers,
}: SessionToOpen): Partial<Stripe.Checkout.SessionCreateParams> {
  const taxes = taxBehaviorOf(offers);
  const asksTaxId = invoicing?.asksTaxId ?? false;
  if (customerId === null || (!taxes && !asksTaxId)) return {};
  return {
    customer_update: {
      ...(taxes && { address: "auto", ...(shippingCountries && { shipping: "auto" }) }),
      ...(asksTaxId && { name: "auto" }),
    },
  };
}

function trialOf(lines: SnapshotLine[]): { trial_period_days?: number } {
  const days = trialDaysOf(lines);
  return days > 0 ? { trial_period_days: days } : {};
}

/**
 * Overrides what the account's settings at the provider decide, or may decide in the future: another currency
 * or a tax would change the total that the buyer saw here.
 */
const independentOfSettings = {
  adaptive_pricing: { enabled: false },
  tax_id_collection: { enabled: false },
  billing_address_collection: "auto",
} satisfies Partial<Stripe.Checkout.SessionCreateParams>;

/** Characters; the provider refuses longer names of products. */
const maxNameLength = 250;

/** With its options at the end, also when the name is too long, because they distinguish variants. */
function nameAtProvider(line: NamedLine): string {
  const whole = nameWithOptions(line);
  if (whole.length <= maxNameLength) return whole;
  const ending = shortened(nameWithOptions({ name: "", options: line.options }), maxNameLength / 2);
  return shortened(line.name, maxNameLength - ending.length) + ending;
}

/** UTF-16 units, so that the name fits however the provider counts. No surrogate pair is split. */
function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const characters = [...new Intl.Segmenter().segment(text)];
  const whole = characters.filter(({ index, segment }) => index + segment.length < length);
  return `${whole
    .map(({ segment }) => segment)
    .join("")
    .trimEnd()}…`;
}

/** The provider loads the image itself and refuses longer URLs. */
const maxPictureUrl = 2048;

function imagesOf(url: string | undefined): { images?: string[] } {
  return url === undefined || url.length > maxPictureUrl ? {} : { images: [url] };
}

/** The provider only replaces a literal placeholder, so the URL isn't parsed. */
function withSessionId(url: string): string {
  const [base = "", fragment] = url.split("#", 2);
  const query = `${base.includes("?") ? "&" : "?"}session_id={CHECKOUT_SESSION_ID}`;
  return base + query + (fragment === undefined ? "" : `#${fragment}`);
}

function isUnknownTaxCode(error: unknown): boolean {
  return /\[tax_code\]$/.test(invalidRequestOf(error)?.param ?? "");
}

function refusedTaxCode(line: NamedLine, cause: unknown): ApiError {
  const unknown = `The payment provider doesn't know the tax code of "${nameWithOptions(line)}".`;
  return conflict(quoting(unknown, cause), { cause });
}

const bounds = new Set(["amount_too_small", "amount_too_large"]);

function refusedByProvider(cause: unknown, lines: SnapshotLine[] = []): never {
  const { code = "", param = "" } = invalidRequestOf(cause) ?? {};
  if (bounds.has(code)) {
    const which = code === "amount_too_small" ? "smaller" : "larger";
    const outside = `The cart's total is ${which} than the payment provider accepts.`;
    throw conflict(quoting(outside, cause), { cause });
  }
  if (code === "email_invalid") {
    const invalid =
      "Invalid request: the payment provider doesn't accept body.customerEmail as an email address.";
    const message = "is not an email address that the payment provider accepts";
    throw new ApiError("VALIDATION_ERROR", quoting(invalid, cause), {
      cause,
      details: [{ in: "body", pointer: "/customerEmail", rule: "format", message }],
    });
  }
  if (param.startsWith("discounts")) {
    const refused = "The payment provider doesn't accept the promotion code for this purchase.";
    const message = "isn't accepted by the payment provider for this purchase";
    throw conflictAt("/promotionCode", quoting(refused, cause), { rule: "redeemable", message, cause });
  }
  // As in `line_items[3][price_data][unit_amount]`.
  const [, index] = /^line_items\[(\d+)\].*\[(?:unit_amount|tax_code)\]$/.exec(param) ?? [];
  const refused = index === undefined ? undefined : lines[Number(index)];
  if (refused && isUnknownTaxCode(cause)) throw refusedTaxCode(refused, cause);
  if (refused) {
    const price = `The payment provider doesn't accept the price of "${nameWithOptions(refused)}". Remove it from the cart.`;
    throw conflict(quoting(price, cause), { cause });
  }
  throw cause;
}

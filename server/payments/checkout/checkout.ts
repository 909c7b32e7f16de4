import type { Database } from "../../database/database.ts";
import type { Store } from "../../database/queries/stores.ts";
import type { CartRecord } from "../../domain/cart.ts";
import { type Snapshot, trialDaysOf, withoutTrial } from "../../domain/checkout.ts";
import { type CheckoutSessionRecord, newSession } from "../../domain/checkout-session.ts";
import type { Clock } from "../../domain/clock.ts";
import { conflict } from "../../domain/error-codes.ts";
import { newId } from "../../domain/ids.ts";
import type { Metadata } from "../../domain/metadata.ts";
import { sum } from "../../domain/money.ts";
import { type Offers, offersOf } from "../../domain/offers.ts";
import { isSettled } from "../../domain/session-state.ts";
import { isIntent } from "../provider/intents.ts";
import type { Locale } from "../provider/locale.ts";
import type { Provider, SessionToOpen } from "../provider/provider.ts";
import {
  accountCalculatesNoTax,
  accountTakesNoPayments,
  isDefiniteRefusal,
  isUnexplained,
  isUnknownObject,
} from "../provider/provider-errors.ts";
import type { RepeatedSubscriptions } from "../subscriptions/repeated-subscriptions.ts";
import { appliedCode } from "./applied-code.ts";
import type { Customers } from "./customers.ts";
import { createEndSession, expired } from "./end-session.ts";
import type { OnSettled } from "./on-settled.ts";
import { readOutcome } from "./read-outcome.ts";
import { type ShippingOffer, shippingOffer } from "./shipping-offer.ts";

export interface CheckoutParts {
  database: Pick<
    Database,
    | "checkoutSessions"
    | "unsettledSessions"
    | "pagesToClose"
    | "stores"
    | "carts"
    | "shippingRates"
    | "promotionCodes"
    | "subscriptions"
  >;
  provider: Provider;
  customers: Customers;
  repeats: RepeatedSubscriptions;
  clock: Clock;
  onSettled: OnSettled;
  /** Redirect URLs for stores that configure none. */
  defaults: { successUrl: string; cancelUrl: string };
}

export interface CheckoutRequest {
  store: Store;
  cart: CartRecord;
  snapshot: Snapshot;
  memberId: string | null;
  /** As given by the caller. */
  customerEmail: string | null;
  /** Null: the language of the buyer's browser. */
  locale: Locale | null;
  metadata: Metadata;
  /** Where it is shipped (ISO 3166-1), if the caller knows it. */
  shippingCountry: string | null;
  /** As the buyer typed it; null for none. */
  promotionCode: string | null;
  /** The same token opens the same session while that can still be paid. */
  idempotencyToken?: string | undefined;
}

/** A new session, and what its page is made of. */
interface Begun {
  /** The cart's earlier sessions. */
  older: CheckoutSessionRecord[];
  request: CheckoutRequest;
  snapshot: Snapshot;
  shipping: ShippingOffer;
}

/** It isn't known whether the provider opened a page. */
class UnknownPage extends Error {
  constructor(cause: unknown) {
    super("It isn't known whether the payment page was opened.", { cause });
  }
}

export type Checkout = ReturnType<typeof createCheckout>;

/** Keeps our checkout session records in sync with the provider's. */
export function createCheckout(parts: CheckoutParts) {
  const { database, provider, customers, repeats, clock, onSettled, defaults } = parts;
  const { checkoutSessions, unsettledSessions, pagesToClose, stores, carts, subscriptions } = database;
  const { settle, end, lastKnown } = createEndSession(parts);

  return {
    /**
     * Opens a session for a cart: stores our record, ends the cart's older sessions, then calls the provider
     * with our id as the idempotency key. A crash in between charges no buyer.
     * @returns the payment page, or "changed" if the cart or the store's products changed after the cart was
     *   read, for example because an older session completed and removed its lines from the cart
     */
    async open(request: CheckoutRequest): Promise<{ url: string } | "changed"> {
      const { store, cart, memberId, metadata } = request;
      await repeats.refuse(request);
      const snapshot = await withFirstTrial(request);
      const now = clock();
      const id = await newSessionId(request);
      if (typeof id !== "string") return id;
      const shipping = await shippingOffer(database, { store, snapshot, country: request.shippingCountry });
      const codes = await codesFor(request, { subtotal: sum(snapshot.lines), now });
      const session: CheckoutSessionRecord = {
        ...newSession({
          ...{ id, storeId: store.id, cartId: cart.id, currency: cart.currency },
          ...{ account: store.stripeAccount, createdAt: now },
        }),
        mode: snapshot.mode,
        lines: snapshot.lines,
        total: sum(snapshot.lines),
        offers: offersOf({ shipping: shipping.rates, ...codes, tax: store.tax }),
        ...{ memberId, metadata, locale: request.locale },
      };
      const older = await checkoutSessions.begin(session);
      return openBegun(session, { older, request, snapshot, shipping }).catch(async (error: unknown) => {
        // Without a page, nothing can be bought, so the stock is free again. The first error is the one to explain.
        if (!(error instanceof UnknownPage)) await checkoutSessions.endUnopened(id).catch(() => {});
        throw error instanceof UnknownPage ? error.cause : error;
      });
    },

    /** Returns the session's current state, read from the provider unless it is final. */
    async refresh(session: CheckoutSessionRecord): Promise<CheckoutSessionRecord> {
      if (isSettled(session)) return session;
      const { providerId } = session;
      if (providerId !== null) {
        const reading = readOutcome(provider, { ...session, providerId });
        const read = await reading
          .then((reported) => settle(session, reported))
          .catch((error) => lastKnown(session, error));
        // A page closes by itself, an agent's payment doesn't.
        const isOver = read.status === "open" && isIntent(providerId) && clock() >= read.expiresAt;
        return isOver ? end(read) : read;
      }
      // The provider's response never arrived, so no buyer has this session's URL.
      return clock() < session.expiresAt ? session : settle(session, expired);
    },

    end: (session: CheckoutSessionRecord) => end(session),

    /** Stores what the provider reported about a session. */
    settle,

    /** Marks those of these sessions that are still open as expired, after the provider listed them as expired. */
    async expire(ids: string[]): Promise<void> {
      for (const after of await unsettledSessions.expire(ids)) {
        await onSettled({ before: { ...after, status: "open" }, after }, expired);
      }
    },
  };

  /** Ends the cart's older sessions and opens the page of a new one. */
  async function openBegun(
    session: CheckoutSessionRecord,
    { older, request, snapshot, shipping }: Begun,
  ): Promise<{ url: string } | "changed"> {
    const { store, cart } = request;
    // A session that settled after the cart was read isn't in `older`, but its lines are gone from the cart.
    if (!(await isUnchanged(cart)) || !(await pagesToClose.isStillSold(session))) {
      await settle(session, expired);
      return "changed";
    }
    // A subscription completed since the first check couldn't close this session, so check again.
    await repeats.refuseKnown(request);
    for (const one of older) {
      const ended = await end(one, session.account);
      if (ended.status === "complete") {
        await settle(session, expired);
        return "changed";
      }
      if (ended.status === "open") {
        throw conflict(
          "An earlier checkout of this cart can't be ended, and may still be paid. Try again when it has expired.",
        );
      }
    }
    const opened = await openPage({
      ...session,
      customerEmail: request.customerEmail,
      locale: request.locale,
      interval: snapshot.interval,
      pictures: snapshot.pictures,
      shippingCountries: shipping.countries,
      invoicing: { createsInvoice: store.createsInvoices, asksTaxId: store.collectsTaxIds },
      storeName: store.name,
      successUrl: store.successUrl ?? defaults.successUrl,
      // Our own page names the shop and links back to the payment.
      cancelUrl: store.cancelUrl ?? `${defaults.cancelUrl}?session_id=${session.id}`,
    }).catch((error: unknown) => explainRefusal(session, error));
    if (store.tax !== "off" && store.isTaxSetUp === false) await stores.setTaxSetUp(session.account, true);
    if (await checkoutSessions.opened(session.id, opened)) return { url: opened.url };
    await provider.expireSession({ id: opened.providerId, account: session.account });
    if (await pagesToClose.includes(session.id)) {
      await settle(session, expired);
      return "changed";
    }
    await repeats.refuseKnown(request);
    throw conflict("Another checkout of this cart was started at the same moment. Use that one.");
  }

  /**
   * Returns an id for a new session, or the page that an earlier attempt opened. If the earlier session has no page,
   * has ended or is about to be closed, the id is new: the provider would repeat an earlier failure for the old one.
   */
  async function newSessionId({
    store,
    idempotencyToken,
  }: CheckoutRequest): Promise<string | { url: string }> {
    if (idempotencyToken === undefined) return newId("chk");
    const id = newId("chk", idempotencyToken);
    const known = await checkoutSessions.find({ storeId: store.id, sessionId: id });
    if (!known) return id;
    if (known.url === null || clock() >= known.expiresAt || (await pagesToClose.includes(id)))
      return newId("chk");
    return { url: known.url };
  }

  /** The given code, or whether the page may have a field: it would accept all active codes of the account. */
  async function codesFor(
    { store, cart, promotionCode }: CheckoutRequest,
    { subtotal, now }: { subtotal: number; now: number },
  ): Promise<Pick<Offers, "takesCodes" | "code">> {
    const { promotionCodes } = database;
    const { id: storeId, stripeAccount: account } = store;
    if (promotionCode !== null) {
      const wanted = { store, typed: promotionCode, subtotal, currency: cart.currency, now };
      return { takesCodes: true, code: (await appliedCode({ promotionCodes }, wanted)).providerId };
    }
    const hasCodes = await promotionCodes.areRedeemable(storeId, account);
    return { takesCodes: hasCodes && !(await promotionCodes.isAccountShared(storeId, account)) };
  }

  /** A member who subscribed to one of the products before has had its trial. Guests can't be identified. */
  async function withFirstTrial({ store, memberId, snapshot }: CheckoutRequest): Promise<Snapshot> {
    if (memberId === null || trialDaysOf(snapshot.lines) === 0) return snapshot;
    const had = await subscriptions.productsHad({ storeId: store.id, memberId });
    const isFirst = !snapshot.lines.some(({ productId }) => had.has(productId));
    return isFirst ? snapshot : { ...snapshot, lines: withoutTrial(snapshot.lines) };
  }

  async function isUnchanged({ storeId, id: cartId, lines }: CartRecord): Promise<boolean> {
    const now = await carts.find({ storeId, cartId });
    return now !== undefined && JSON.stringify(now.lines) === JSON.stringify(lines);
  }

  /** Members always pay as the same customer, or as a new one if the provider no longer knows theirs. */
  async function openPage({
    memberId,
    ...wanted
  }: Omit<SessionToOpen, "customerId"> & { memberId: string | null }) {
    if (memberId === null) return requestPage({ ...wanted, customerId: null });
    const { storeId, account, customerEmail: email } = wanted;
    const owner = { storeId, memberId, account };
    const customerId = await customers.getOrCreate({ ...owner, email });
    try {
      return await requestPage({ ...wanted, customerId });
    } catch (error) {
      if (!isUnknownObject(error, "customer")) throw error;
      const replaced = { ...wanted, customerId: await customers.replace({ ...owner, email }, customerId) };
      return requestPage(replaced, `${wanted.id}-${replaced.customerId}`);
    }
  }

  /** Throws `UnknownPage` if the provider may have opened the page although its response is missing. */
  async function requestPage(
    wanted: SessionToOpen,
    key?: string,
  ): Promise<{ providerId: string; url: string; expiresAt: number }> {
    return provider.openSession(wanted, key).catch((error: unknown) => {
      throw isDefiniteRefusal(error) ? error : new UnknownPage(error);
    });
  }

  /**
   * An unexplained refusal may mean that the account isn't set up for tax, or can't take payments and the event about it is
   * late or lost, so this asks the provider.
   */
  async function explainRefusal({ account, offers }: CheckoutSessionRecord, error: unknown): Promise<never> {
    if (!isUnexplained(error)) throw error;
    const isTaxed = offers !== null && offers.tax !== "off";
    if (isTaxed && !(await provider.canCalculateTax(account).catch(() => true))) {
      await stores.setTaxSetUp(account, false);
      throw accountCalculatesNoTax(error);
    }
    if (account === null) throw error;
    if (await provider.isChargeable(account).catch(() => true)) throw error;
    await stores.setChargeable(account, false);
    throw accountTakesNoPayments(error);
  }
}

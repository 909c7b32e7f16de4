import { ApiError, unavailable } from "@counterpart/server/errors";
import type { Database } from "../../database/database.ts";
import type { AgentSessionAddress } from "../../database/queries/sessions/agent-sessions.ts";
import type { Store } from "../../database/queries/stores.ts";
import {
  type AgentRequest,
  type AgentSession,
  type AgentStatus,
  agentStatusOf,
  isPaying,
  type WantedLine,
} from "../../domain/agent-session.ts";
import { maxQuantityPerLine } from "../../domain/cart.ts";
import { sessionLifetimeMs } from "../../domain/checkout.ts";
import { newSession } from "../../domain/checkout-session.ts";
import type { Clock } from "../../domain/clock.ts";
import { normalizeEmail } from "../../domain/email-address.ts";
import { newId } from "../../domain/ids.ts";
import { metadataAtProvider } from "../../domain/metadata.ts";
import { sum } from "../../domain/money.ts";
import { offersOf } from "../../domain/offers.ts";
import { orderPermalink } from "../../domain/order-permalink.ts";
import type { BuyerDetails } from "../../domain/sale.ts";
import { secretHash } from "../../domain/secret-hash.ts";
import { quantityOf } from "../../domain/stock.ts";
import type { Checkout } from "../checkout/checkout.ts";
import { intentOutcome } from "../checkout/read-outcome.ts";
import type { IntentState, Refused } from "../provider/intents.ts";
import type { Provider } from "../provider/provider.ts";
import { invalidRequestOf, isDefiniteRefusal, quoting } from "../provider/provider-errors.ts";
import { type Problem, plainOption, type Quote, quoteOf } from "./quote.ts";

/**
 * What an agent says about a purchase. What is left out stays as it is. A `destinationId` without an address is that of the
 * stored address; another one is unknown, so that the purchase has no address.
 */
export interface AgentChange
  extends Partial<Omit<BuyerDetails, "customerEmail">>,
    Partial<Omit<AgentRequest, "isEmailInvalid">> {
  /** As it was sent. It is normalised, and not kept if it isn't valid. */
  customerEmail?: string;
  locale?: string | null;
  metadata?: Record<string, string>;
}

/** A purchase as it is now. */
export interface Purchase {
  session: AgentSession["session"];
  state: AgentSession["state"];
  status: AgentStatus;
  quote: Quote;
}

export interface AgentPurchaseParts {
  database: Pick<
    Database,
    "agentSessions" | "checkoutSessions" | "products" | "shippingRates" | "promotionCodes"
  >;
  provider: Provider;
  checkout: Pick<Checkout, "settle">;
  clock: Clock;
  /** Without a trailing slash. */
  publicUrl: string;
}

/** Why a purchase can't be completed or changed; `code` is for programs. */
export class Unpayable extends Error {
  readonly code: Problem["code"] | "payment_declined" | "requires_3ds" | "session_ended";
  readonly problem: Problem | undefined;

  constructor(code: Unpayable["code"], message: string, problem?: Problem) {
    super(message);
    this.code = code;
    this.problem = problem;
  }
}

export type AgentPurchases = ReturnType<typeof createAgentPurchases>;

/**
 * Purchases by agents. They are checkout sessions that a token of the agent pays instead of a page: stock, order, mails and
 * events are the same.
 */
export function createAgentPurchases(parts: AgentPurchaseParts) {
  const { database, provider, checkout, clock, publicUrl } = parts;
  const { agentSessions } = database;

  return {
    /** @param by `idempotencyToken`: a second call with the same token returns the session of the first, unless that has ended */
    async create(
      by: { store: Store; agent: string; idempotencyToken?: string | undefined },
      change: AgentChange & Pick<AgentRequest, "lines">,
    ): Promise<Purchase> {
      const { store, agent, idempotencyToken } = by;
      const now = clock();
      let id = newId("chk", idempotencyToken);
      const address = { storeId: store.id, agent, sessionId: id };
      const known = idempotencyToken === undefined ? undefined : await agentSessions.find(address);
      if (known && agentStatusOf(known, now) === "open") return revise(store, known, address, {});
      if (known) id = newId("chk");
      const blank: AgentSession = {
        session: {
          ...newSession({
            ...{ id, storeId: store.id, cartId: newId("cart"), currency: store.currency },
            ...{ account: store.stripeAccount, createdAt: now },
          }),
          agent,
        },
        state: {
          ...{ lines: [], codes: [], optionId: null, timeZone: null },
          ...{ shownTotal: null, calculation: null, updatedAt: 0 },
          ...{ canceledAt: null, attempt: 0, payingSince: null },
        },
        reserved: [],
      };
      const wanted = changed(blank, change, now);
      const quote = await quoteOf(parts, wanted, { store, now });
      const { saved, shortages } = await agentSessions.begin(priced(wanted, quote));
      return shown({ ...saved, state: { ...saved.state, lines: wanted.state.lines } }, { store, shortages });
    },

    /** At current prices. */
    async read(store: Store, address: AgentSessionAddress): Promise<Purchase> {
      return revise(store, await current(address), address, {});
    },

    /** The purchase if it is paid, or its payment is on the way. */
    async paid(store: Store, address: AgentSessionAddress): Promise<Purchase | undefined> {
      const stored = await current(address);
      return isPaid(agentStatusOf(stored, clock())) ? shown(stored, { store }) : undefined;
    },

    /** @throws Unpayable once it has ended; ApiError INTERNAL_ERROR while it is being paid */
    async change(store: Store, address: AgentSessionAddress, change: AgentChange): Promise<Purchase> {
      return revise(store, await withoutAuthentication(address), address, change);
    },

    /**
     * Charges the total with the agent's token, and makes the order. A completed purchase is returned as it is, so that no one
     * pays twice, and so is one whose buyer the bank is asking about the same token.
     * @param readToken throws for what isn't a token of ours; it isn't called for a completed purchase
     * @param isRefused whether the agent knows that the bank's authentication failed
     * @throws Unpayable if it can't be paid as it is, or the token is declined
     */
    async complete(
      store: Store,
      address: AgentSessionAddress,
      {
        readToken,
        isRefused = false,
        ...change
      }: AgentChange & { readToken: () => string; isRefused?: boolean },
    ): Promise<Purchase> {
      let stored = await current(address);
      if (isPaid(agentStatusOf(stored, clock()))) return shown(stored, { store });
      const token = readToken();
      const isSame = !isRefused && stored.state.payingWith === secretHash(token);
      if (agentStatusOf(stored, clock()) === "authenticating") {
        if (isSame) return shown(stored, { store });
        stored = await withoutAuthentication(address);
      }
      const status = agentStatusOf(stored, clock());
      if (isPaid(status)) return shown(stored, { store });
      if (status === "paying") throw stillPaying();
      if (status !== "open") throw new Unpayable("session_ended", `The session is ${status}.`);
      if (isRefused) throw new Unpayable("payment_declined", "The bank didn’t authenticate the buyer.");
      const { shownTotal } = stored.state;
      // The tax is calculated again, since the rates may have changed.
      const purchase = await revise(store, stored, address, change, true);
      const { quote } = purchase;
      const problem = quote.problems.find(({ kind }) => kind === "error");
      if (problem) throw new Unpayable(problem.code, problem.message, problem);
      const { total } = quote.amounts;
      if (shownTotal !== total) {
        const message = `The total is ${total} now, not ${shownTotal}. Show it to the buyer first.`;
        throw new Unpayable("price_change", message);
      }
      return shown(await pay(store, address, purchase, token), { store });
    },

    /** Undefined if it has ended already. */
    async cancel(store: Store, address: AgentSessionAddress): Promise<Purchase | undefined> {
      const stored = await withoutAuthentication(address);
      const now = clock();
      if (isPaying(stored, now)) throw stillPaying();
      const result = await agentSessions.change(address, (one) => {
        if (agentStatusOf(one, now) !== "open") return undefined;
        const state = { ...one.state, canceledAt: now, updatedAt: now };
        return { ...one, session: { ...one.session, status: "expired", expiresAt: now }, state };
      });
      return result && shown(result.saved, { store });
    },
  };

  /** The session, once its payment is known if that may be in progress. */
  async function current(address: AgentSessionAddress): Promise<AgentSession> {
    const stored = await agentSessions.find(address);
    if (!stored) throw new ApiError("NOT_FOUND", "No such session.");
    const { session, state } = stored;
    if (session.status !== "open" || state.payingSince === null) return stored;
    const { providerId, account } = session;
    const isStale = !isPaying(stored, clock());
    if (providerId === null) return isStale ? ((await release(address, state.attempt)) ?? stored) : stored;
    // The process that paid may have died, so that only the provider knows the result.
    const known = { id: providerId, account };
    const isAsking = agentStatusOf(stored, clock()) === "authenticating" && clock() < session.expiresAt;
    const intent =
      isStale && !isAsking ? await provider.cancelIntent(known) : await provider.readIntent(known);
    return (await settled(address, stored, intent)) ?? stored;
  }

  /** The session, whose payment is given up if the bank is asking the buyer. */
  async function withoutAuthentication(address: AgentSessionAddress): Promise<AgentSession> {
    const stored = await current(address);
    const { providerId: id, account } = stored.session;
    if (agentStatusOf(stored, clock()) !== "authenticating" || id === null) return stored;
    return (await settled(address, stored, await provider.cancelIntent({ id, account }))) ?? stored;
  }

  /** Stores the result of a payment. Undefined if it isn't known yet. */
  async function settled(
    address: AgentSessionAddress,
    { session, state }: Pick<AgentSession, "session" | "state">,
    intent: IntentState,
  ): Promise<AgentSession | undefined> {
    if (intent.status === "requires") {
      if (intent.authenticationUrl !== null) return asking(address, state.attempt, intent.authenticationUrl);
      if ((state.authenticationUrl ?? null) === null) return undefined;
      // The bank refused. The payment could be confirmed again, but each attempt has its own.
      const canceled = await provider.cancelIntent({ id: intent.id, account: session.account });
      return settled(address, { session, state }, canceled);
    }
    if (intent.status === "canceled") return release(address, state.attempt);
    await checkout.settle(session, intentOutcome(session, intent));
    return agentSessions.find(address);
  }

  /** Stores where the bank asks the buyer, as long as the session lasts. */
  async function asking(
    address: AgentSessionAddress,
    attempt: number,
    authenticationUrl: string,
  ): Promise<AgentSession | undefined> {
    return changeOrRead(address, (one) => {
      const isCurrent = one.state.attempt === attempt && one.state.payingSince !== null;
      if (one.session.status !== "open" || !isCurrent || one.state.authenticationUrl === authenticationUrl)
        return undefined;
      return { ...one, state: { ...one.state, authenticationUrl } };
    });
  }

  async function changeOrRead(
    address: AgentSessionAddress,
    decide: (stored: AgentSession) => AgentSession | undefined,
  ): Promise<AgentSession | undefined> {
    return (await agentSessions.change(address, decide))?.saved ?? agentSessions.find(address);
  }

  /** Lets a session whose payment failed be paid again. */
  async function release(address: AgentSessionAddress, attempt: number): Promise<AgentSession | undefined> {
    return changeOrRead(address, (one) => {
      if (one.session.status !== "open" || one.state.attempt !== attempt) return undefined;
      const session = { ...one.session, providerId: null, amounts: null, offers: null };
      return { ...one, session, state: { ...one.state, payingSince: null, authenticationUrl: null } };
    });
  }

  /** Applies a change, and stores what the agent will see. A session that has ended is returned as it is. */
  async function revise(
    store: Store,
    stored: AgentSession,
    address: AgentSessionAddress,
    change: AgentChange,
    isFinal = false,
  ): Promise<Purchase> {
    const now = clock();
    const isChange = Object.keys(change).length > 0;
    const status = agentStatusOf(stored, now);
    if (status !== "open") {
      if (isChange && status === "paying") throw stillPaying();
      if (isChange) throw new Unpayable("session_ended", `The session is ${status}, so it can’t be changed.`);
      return shown(stored, { store });
    }
    const wanted = isChange ? changed(stored, change, now) : stored;
    const quote = await quoteOf(parts, wanted, { store, isFinal, now });
    const next = priced(wanted, quote);
    const isSame = JSON.stringify([next, isHeld(stored, quote)]) === JSON.stringify([stored, true]);
    if (isSame) return { session: stored.session, state: stored.state, status, quote };
    const { updatedAt, attempt } = stored.state;
    const result = await agentSessions.change(address, (one) => {
      const isKnown = one.state.updatedAt === updatedAt && one.state.attempt === attempt;
      return isKnown && agentStatusOf(one, now) === "open" ? next : undefined;
    });
    if (!result) throw stillPaying();
    const { saved, shortages } = result;
    return shown({ ...saved, state: { ...saved.state, lines: wanted.state.lines } }, { store, shortages });
  }

  async function shown(
    agentSession: AgentSession,
    given: Pick<Parameters<typeof quoteOf>[2], "store" | "shortages">,
  ): Promise<Purchase> {
    const now = clock();
    const { session, state } = agentSession;
    const status = agentStatusOf(agentSession, now);
    const isEnded = status !== "open";
    const quote = await quoteOf(parts, agentSession, { ...given, isEnded, now });
    // What is or was paid doesn't follow today's prices.
    const paid = isEnded && { sold: session.lines, amounts: session.amounts ?? quote.amounts };
    return { session, state, status, quote: { ...quote, ...paid } };
  }

  /**
   * One attempt to pay. An error doesn't end it: the card may be charged even after a refusal, if that is of a repeated
   * call. The session asks the provider when it is read.
   */
  async function pay(
    store: Store,
    address: AgentSessionAddress,
    purchase: Purchase,
    token: string,
  ): Promise<AgentSession> {
    const { paying, intentId } = await begin(store, address, purchase, token);
    const { id: sessionId, account } = paying.session;
    const returnUrl = orderPermalink(sessionId, { successUrl: store.successUrl, publicUrl });
    const confirmed = await provider
      .confirmIntent({ id: intentId, account }, { token, returnUrl })
      .catch(throwUnknown);
    if ("refused" in confirmed) return refuse(address, paying, confirmed);
    return (await settled(address, paying, confirmed)) ?? paying;
  }

  /** Begins an attempt, whose payment can only be confirmed here, with the amount that it was created with. */
  async function begin(
    store: Store,
    address: AgentSessionAddress,
    { quote, state: { attempt: before, updatedAt } }: Purchase,
    token: string,
  ): Promise<{ paying: AgentSession; intentId: string }> {
    const now = clock();
    const attempt = before + 1;
    const begun = await agentSessions.change(address, (one) => {
      if (agentStatusOf(one, now) !== "open" || one.state.attempt !== before) return undefined;
      // Another request may have changed or priced it since the quote.
      if (one.state.updatedAt !== updatedAt || !isPricedAs(one, quote) || !isHeld(one, quote))
        return undefined;
      return {
        ...one,
        session: {
          ...one.session,
          ...paymentOf(store, quote),
          expiresAt: Math.max(one.session.expiresAt, now + leastMs),
        },
        state: { ...one.state, attempt, payingSince: now, payingWith: secretHash(token) },
      };
    });
    if (!begun) throw stillPaying();
    const { session } = begun.saved;
    const { id, account, currency, metadata, shippingAddress: to } = session;
    const name = to?.name || session.customerName;
    const phone = session.customerPhone || null;
    const { calculation, amounts, isShipped } = quote;
    try {
      const creating = provider.createIntent({
        ...{ key: `${id}-${attempt}`, account, amount: amounts.total, currency },
        calculationId: calculation?.id ?? null,
        metadata: metadataAtProvider(metadata, { checkoutSessionId: id, storeId: store.id }),
        shipping: isShipped && to ? { address: { ...to, name }, phone } : null,
      });
      const intentId = await creating.catch(refuseAmount);
      const paying = await agentSessions.change(address, (one) => {
        const isCurrent = one.state.attempt === attempt && one.state.payingSince === now;
        if (!isCurrent || one.session.status !== "open" || one.session.providerId !== null) return undefined;
        return { ...one, session: { ...one.session, providerId: intentId } };
      });
      // Another process believed this one dead. This payment is never confirmed.
      if (!paying) throw stillPaying();
      return { paying: paying.saved, intentId };
    } catch (error) {
      if (isDefiniteRefusal(error) || error instanceof Unpayable) await release(address, attempt);
      throw error;
    }
  }

  async function refuse(
    address: AgentSessionAddress,
    paying: AgentSession,
    { refused, message }: Refused,
  ): Promise<AgentSession> {
    const { providerId: id, account } = paying.session;
    if (id !== null) {
      const after = await settled(address, paying, await provider.cancelIntent({ id, account }));
      if (after && after.session.status === "complete") return after;
    }
    if (refused === "declined")
      throw new Unpayable("payment_declined", `The payment was declined. ${message}`);
    throw new Unpayable("requires_3ds", "The buyer’s bank asks for authentication. Pay with another card.");
  }

  function isPricedAs({ session, state }: AgentSession, { sold, amounts }: Quote): boolean {
    const priced = (lines: typeof sold) =>
      JSON.stringify(lines.map((line) => [line.productId, line.quantity, line.unitPriceInCents]));
    return state.shownTotal === amounts.total && priced(session.lines) === priced(sold);
  }

  function isHeld({ reserved }: AgentSession, { sold, lines }: Quote): boolean {
    const counted = lines.filter(({ product }) => product?.stock !== null && product !== undefined);
    const held = counted.filter(({ productId, quantity }) => quantityOf(reserved, productId) >= quantity);
    return sold.length > 0 && held.length === counted.length;
  }

  /** Not a conflict: that would be stored for the idempotency key, and retries would never see the order. */
  function stillPaying(): ApiError {
    return unavailable("The session is being paid for or changed. Send the request again in a few seconds.");
  }
}

function isPaid(status: AgentStatus): boolean {
  return status === "completed" || status === "pending";
}

/** What the provider refuses of a payment that isn't confirmed yet is its sum. */
function refuseAmount(error: unknown): never {
  if (!invalidRequestOf(error)) throw error;
  throw new Unpayable("invalid", quoting("The payment provider refuses this purchase.", error));
}

/** A refusal of a confirmation isn't final, so that retries with the same idempotency key see its outcome. */
function throwUnknown(cause: unknown): never {
  if (!(cause instanceof ApiError) || cause.status >= 500) throw cause;
  const message = "It isn’t known yet whether the payment was made. Send the request again in a few seconds.";
  throw unavailable(message, { cause });
}

/** Milliseconds: a session stays open at least as long as its payment may take. */
const leastMs = 10 * 60_000;

function changed({ session, state, reserved }: AgentSession, change: AgentChange, now: number): AgentSession {
  const { lines, codes, optionId, destinationId, timeZone, customerEmail, ...ofSession } = change;
  const email = normalizeEmail(customerEmail ?? "") ?? null;
  const isElsewhere =
    destinationId !== undefined &&
    ofSession.shippingAddress === undefined &&
    destinationId !== state.destinationId;
  return {
    session: {
      ...session,
      ...ofSession,
      ...(customerEmail !== undefined && { customerEmail: email }),
      ...(isElsewhere && { shippingAddress: null }),
      expiresAt: now + sessionLifetimeMs,
    },
    state: {
      ...state,
      lines: lines?.map(withBoundedQuantity) ?? state.lines,
      codes: codes ?? state.codes,
      optionId: optionId === undefined ? state.optionId : optionId,
      timeZone: timeZone === undefined ? state.timeZone : timeZone,
      ...(destinationId !== undefined && { destinationId: isElsewhere ? null : destinationId }),
      ...(customerEmail !== undefined && { isEmailInvalid: email === null }),
      // Different for each change, so that requests notice one between their reading and writing.
      updatedAt: Math.max(now, state.updatedAt + 1),
    },
    reserved,
  };
}

/** As many as can't be bought at once, at most: more would overflow amounts. */
function withBoundedQuantity(line: WantedLine): WantedLine {
  return { ...line, quantity: Math.min(line.quantity, maxQuantityPerLine + 1) };
}

/** With what the agent sees of the quote. */
function priced({ session, state, reserved }: AgentSession, quote: Quote): AgentSession {
  const priceOf = new Map(quote.sold.map(({ productId, unitPriceInCents }) => [productId, unitPriceInCents]));
  return {
    session: { ...session, lines: quote.sold, total: sum(quote.sold) },
    state: {
      ...state,
      lines: state.lines.map((line) => ({
        ...line,
        shownPrice: priceOf.get(line.productId) ?? line.shownPrice,
      })),
      shownTotal: quote.amounts.total,
      calculation: quote.calculation,
    },
    reserved,
  };
}

/** What the session pays for, as its outcome will be compared with it. */
function paymentOf({ tax }: Store, { chosen, applied, amounts }: Quote) {
  const isRate = chosen !== null && !Object.values(plainOption).includes(chosen.rateId);
  const takesCodes = applied !== null;
  return {
    amounts,
    offers: offersOf({
      ...{ shipping: isRate ? [chosen] : [], takesCodes, tax },
      ...(applied && { code: applied.code.providerId }),
    }),
  };
}

import type { Telemetry } from "@counterpart/server";
import pLimit from "p-limit";
import type { Logger } from "pino";
import { oneAtATime } from "../../database/concurrency/one-at-a-time.ts";
import type { Database } from "../../database/database.ts";
import { readEveryMs } from "../../database/queries/buyers/read-interval.ts";
import type { EventListing } from "../../database/queries/event-listings.ts";
import type { AccountToList } from "../../database/queries/sessions/unsettled-sessions.ts";
import type { CheckoutSessionRecord } from "../../domain/checkout-session.ts";
import type { Clock } from "../../domain/clock.ts";
import type { SubscriptionRecord } from "../../domain/subscription.ts";
import type { Checkout } from "../checkout/checkout.ts";
import type { ClosePages } from "../checkout/close-pages.ts";
import { settleByListing } from "../checkout/settle-by-listing.ts";
import type { EventHandler } from "../events/webhooks.ts";
import type { Provider } from "../provider/provider.ts";
import type { CheckRenewal } from "../subscriptions/check-renewal.ts";
import type { OneSubscription } from "../subscriptions/one-subscription.ts";
import { readEvents, readEventsEveryMs, settlingMs } from "./read-events.ts";
import { readSubscription } from "./read-subscription.ts";
import { createRecoverEvent } from "./recover-event.ts";
import { createBudget, type SweepBudget, shareOf } from "./sweep-budget.ts";

export interface SweeperParts {
  database: Pick<
    Database,
    | "unsettledSessions"
    | "eventListings"
    | "providerEvents"
    | "unhandledEvents"
    | "subscriptions"
    | "stores"
    | "leases"
    | "orders"
  >;
  provider: Pick<
    Provider,
    "listSessions" | "listEvents" | "isChargeable" | "readSubscription" | "listPaidInvoices"
  >;
  handler: EventHandler;
  checkout: Pick<Checkout, "refresh" | "settle" | "expire">;
  closePages: Pick<ClosePages, "closeDue">;
  oneSubscription: Pick<OneSubscription, "sweep">;
  checkRenewal: CheckRenewal;
  clock: Clock;
  log: Logger;
  telemetry: Pick<Telemetry, "gauge" | "counter">;
}

const everyMs = 60_000;
/** Paid sessions are settled within this time, even without an event. */
const settledWithinMs = 5 * 60_000;
/** A sweep may just miss a session, and the next one takes up to a minute. */
const relistMs = settledWithinMs - 2 * everyMs;

/** The most list calls per sweep, and for how long new ones are started; the last may take another 21 s. */
const listing = { maxCalls: 300, maxMs: 30_000 };
/** For sessions fetched individually; separate, so that neither holds up the other. */
const asking = { maxCalls: 100, maxMs: 10_000 };
/** For pages that sell products no longer for sale. */
const closing = { maxCalls: 300, maxMs: 20_000 };
/** For events that no webhook delivered; then the limit per account. */
const recovering = { maxCalls: 300, maxMs: 30_000 };
const maxCallsOfAccount = 100;
/** For subscriptions with their invoices. */
const reading = { maxCalls: 100, maxMs: 10_000 };
/** Milliseconds until a subscription that couldn't be read is tried again. */
const readAgainMs = 10 * 60_000;
/** Low, and separate from the calls that buyers wait for: 4 at 300 ms each are 13 a second. */
const maxCallsAtOnce = 4;
/**
 * Just under a minute, since timers aren't exact. The lease is kept for its full term, so one process sweeps per
 * minute. If a slow provider makes a sweep take longer, another process joins in, which only repeats requests.
 */
const turnMs = everyMs - 5000;
const maxClaimedAtOnce = 20;
/** Sessions per transaction. */
const maxStockAtOnce = 100;

const lease = "sweep";

/** Catches what both the webhook and the buyer's return missed. Only one process sweeps at a time. */
export function createSweeper(parts: SweeperParts) {
  const { database, provider, handler, checkout, closePages, oneSubscription, checkRenewal } = parts;
  const { clock, log, telemetry } = parts;
  const { unsettledSessions: sessions, leases } = database;
  const { eventListings, unhandledEvents, subscriptions } = database;
  let backlog = { due: 0, behindMs: 0 };
  let unhandled = 0;
  /** Milliseconds. */
  let behind = { events: 0, subscriptions: 0 };
  let isStopping = false;
  const stopped = Promise.withResolvers<void>();

  const limit = pLimit(maxCallsAtOnce);
  const budgetOf = (bounds: typeof listing) => createBudget({ ...bounds, isStopping: () => isStopping });
  const recoverEvent = createRecoverEvent({
    database,
    handler,
    clock,
    log,
    count: telemetry.counter({
      name: "recovered_events_total",
      help: "Events from the payment provider that no webhook delivered, by reception: accepted, failed, or why they were ignored.",
      label: "reception",
    }),
  });

  async function settleListed(): Promise<void> {
    const budget = budgetOf(listing);
    const accounts = await sessions.accountsToList(clock() - relistMs);
    const listingParts = { sessions, provider, checkout, clock };
    const settle = (one: AccountToList) =>
      settleByListing(one, listingParts, budget).catch(warn({ account: one.account }));
    await Promise.all(accounts.map((one) => limit(() => settle(one))));
  }

  async function settleClaimed(): Promise<void> {
    const budget = budgetOf(asking);
    const ask = async (session: CheckoutSessionRecord) => {
      if (budget.take()) await checkout.refresh(session).catch(warn({ checkoutSessionId: session.id }));
    };
    await workOff(budget, () => sessions.claimDue({ now: clock(), limit: maxClaimedAtOnce }), ask);
  }

  async function recoverEvents(): Promise<void> {
    const budget = budgetOf(recovering);
    await recoverEvent.retryDue(shareOf(budget, maxCallsOfAccount), maxCallsOfAccount);
    await eventListings.notice(clock());
    const readingParts = { database, provider, recoverEvent, clock };
    const read = async (one: EventListing) => {
      if (!budget.isLeft()) return;
      const share = shareOf(budget, maxCallsOfAccount);
      await readEvents(one, readingParts, share).catch(warn({ account: one.account }));
    };
    const due = await eventListings.due(clock());
    await Promise.all(due.map((one) => limit(() => read(one))));
  }

  async function readSubscriptions(): Promise<void> {
    const budget = budgetOf(reading);
    const readingParts = { subscriptions, provider, checkRenewal, clock };
    const read = async (one: SubscriptionRecord) => {
      if (!budget.take()) return;
      await readSubscription(one, readingParts).catch(warn({ subscription: one.id }));
    };
    const claim = { limit: maxClaimedAtOnce, retryMs: readAgainMs };
    await workOff(budget, () => subscriptions.claimToRead({ now: clock(), ...claim }), read);
  }

  /** Claimed ones count as requested, so it claims only as many as the budget allows. */
  async function workOff<One>(
    budget: SweepBudget,
    claim: () => Promise<One[]>,
    ask: (one: One) => Promise<void>,
  ): Promise<void> {
    while (budget.isLeft()) {
      const claimed = await claim();
      if (claimed.length === 0) return;
      await Promise.all(claimed.map((one) => limit(() => ask(one))));
    }
  }

  async function settleAll(): Promise<void> {
    await settleListed();
    await sessions.expireUnopened(clock());
    while ((await sessions.settleStock(maxStockAtOnce)) === maxStockAtOnce);
    await settleClaimed();
    await recoverEvents();
    await readSubscriptions();
    await oneSubscription.sweep(budgetOf(asking));
  }

  /** Closes pages and settles sessions concurrently. */
  async function askProvider(): Promise<void> {
    const budget = budgetOf(closing);
    await Promise.all([closePages.closeDue(budget), settleAll()]);
  }

  function warn(about: object) {
    return (err: unknown) =>
      log.warn({ ...about, err }, "could not read from the payment provider; it will be retried");
  }

  async function sweep(): Promise<void> {
    if (!(await leases.take({ name: lease, now: clock(), forMs: turnMs }))) return;
    while (!isStopping && (await database.orders.numberSome()));
    while (!isStopping && (await database.orders.addSomeTerms()));
    // A stopping process doesn't wait for the provider and ignores later responses.
    await Promise.race([askProvider(), stopped.promise]);
  }

  async function measure(): Promise<void> {
    if (isStopping) return;
    const now = clock();
    backlog = await sessions.backlog({ now, listedBefore: now - relistMs });
    const { count, oldest = now } = await unhandledEvents.summary();
    const listedTo = (await eventListings.listedTo()) ?? now;
    const readAt = (await subscriptions.readLongestAgo()) ?? now;
    unhandled = count;
    behind = {
      events: Math.max(0, now - oldest, now - listedTo - settlingMs - readEventsEveryMs),
      subscriptions: Math.max(0, now - readAt - readEveryMs),
    };
  }

  const sweeps = oneAtATime();
  // Measures after failed sweeps too, when the backlog matters most.
  const tick = () => sweeps.run(() => sweep().finally(measure));
  const timer = setInterval(() => {
    tick().catch((err: unknown) => log.error({ err }, "the sweep failed"));
  }, everyMs);
  timer.unref();
  telemetry.gauge({
    name: "sweeper_sessions",
    help: "Checkout sessions that are overdue to be read from the provider.",
    label: "state",
    read: () => ({ due: backlog.due }),
  });
  telemetry.gauge({
    name: "sweeper_behind_seconds",
    help: "How long the most overdue checkout session (due), event (events) or subscription (subscriptions) has waited to be read from the provider.",
    label: "state",
    read: () => ({
      due: Math.round(backlog.behindMs / 1000),
      events: Math.round(behind.events / 1000),
      subscriptions: Math.round(behind.subscriptions / 1000),
    }),
  });
  telemetry.gauge({
    name: "sweeper_events",
    help: "Events from the payment provider that couldn't be handled and will be retried.",
    label: "state",
    read: () => ({ unhandled }),
  });

  return {
    /** Runs every minute. */
    tick,
    /** Resolves when the current sweep, if any, has finished or been abandoned. */
    async stop(): Promise<void> {
      clearInterval(timer);
      isStopping = true;
      stopped.resolve();
      await sweeps.ended();
    },
  };
}

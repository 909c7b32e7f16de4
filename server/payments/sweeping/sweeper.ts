import type { Telemetry } from "@counterpart/toolkit";
import pLimit from "p-limit";
import type { Logger } from "pino";
import type { Database } from "../../database/database.ts";
import type { CheckoutSessionRecord } from "../../database/queries/sessions/checkout-sessions.ts";
import type { AccountToList } from "../../database/queries/sessions/unsettled-sessions.ts";
import type { Clock } from "../../domain/clock.ts";
import type { Checkout } from "../checkout/checkout.ts";
import { settleByListing } from "../checkout/settle-by-listing.ts";
import type { Provider } from "../provider/provider.ts";
import { createBudget } from "./sweep-budget.ts";

export interface SweeperParts {
  database: Pick<Database, "unsettledSessions" | "leases">;
  provider: Pick<Provider, "listSessions">;
  checkout: Pick<Checkout, "refresh" | "settle" | "expire">;
  clock: Clock;
  log: Logger;
  telemetry: Pick<Telemetry, "gauge">;
}

const everyMs = 60_000;
/** A paid session is settled within this time, even if no event arrives for it. */
const settledWithinMs = 5 * 60_000;
/** A sweep may just miss it, and the next one takes up to a minute. */
const relistMs = settledWithinMs - 2 * everyMs;

/** Calls to the provider in one sweep, and for how long new ones are started; the last may take 21 s more. */
const listing = { maxCalls: 300, maxMs: 30_000 };
/** The same for sessions that are fetched individually, so that neither waits for the other. */
const asking = { maxCalls: 100, maxMs: 10_000 };
/** Few, and separate from the calls that buyers wait for: 4 at 300 ms each are 13 a second. */
const maxCallsAtOnce = 4;
/**
 * A little less than a minute, since timers aren't exact. It is kept to the end, so that one process sweeps in a minute. A
 * sweep with a slow provider may take longer: then another process joins in, which only makes the same requests once more.
 */
const turnMs = everyMs - 5000;
const maxClaimedAtOnce = 20;

const lease = "sweep";

/** Catches what both the webhook and the buyer's return missed. Only one process sweeps at a time. */
export function createSweeper(parts: SweeperParts) {
  const { database, provider, checkout, clock, log, telemetry } = parts;
  const { unsettledSessions: sessions, leases } = database;
  let backlog = { due: 0, behindMs: 0 };
  let isStopping = false;
  const stopped = Promise.withResolvers<void>();

  const limit = pLimit(maxCallsAtOnce);

  async function settleListed(): Promise<void> {
    const budget = createBudget({ ...listing, isStopping: () => isStopping });
    const accounts = await sessions.accountsToList(clock() - relistMs);
    const listingParts = { sessions, provider, checkout, clock };
    const settle = (one: AccountToList) =>
      settleByListing(one, listingParts, budget).catch(warn({ account: one.account }));
    await Promise.all(accounts.map((one) => limit(() => settle(one))));
  }

  async function settleClaimed(): Promise<void> {
    const budget = createBudget({ ...asking, isStopping: () => isStopping });
    const ask = async (session: CheckoutSessionRecord) => {
      if (budget.take()) await checkout.refresh(session).catch(warn({ checkoutSessionId: session.id }));
    };
    // Claimed sessions count as requested, so only as many are claimed as the budget allows.
    while (budget.isLeft()) {
      const claimed = await sessions.claimDue({ now: clock(), limit: maxClaimedAtOnce });
      if (claimed.length === 0) return;
      await Promise.all(claimed.map((session) => limit(() => ask(session))));
    }
  }

  async function settleAll(): Promise<void> {
    await settleListed();
    await sessions.expireUnopened(clock());
    await settleClaimed();
  }

  function warn(about: object) {
    return (err: unknown) =>
      log.warn({ ...about, err }, "could not ask the payment provider; it is tried again");
  }

  async function sweep(): Promise<void> {
    if (!(await leases.take({ name: lease, now: clock(), forMs: turnMs }))) return;
    // A stopping process doesn't wait for the provider; later answers are ignored.
    await Promise.race([settleAll(), stopped.promise]);
  }

  async function measure(): Promise<void> {
    if (isStopping) return;
    const now = clock();
    backlog = await sessions.backlog({ now, listedBefore: now - relistMs });
  }

  let running: Promise<unknown> = Promise.resolve();
  /** One after the other. */
  function run(): Promise<void> {
    // The backlog matters most when the sweep fails.
    const swept = running.then(sweep).finally(measure);
    running = swept.catch(() => {});
    return swept;
  }
  const timer = setInterval(() => {
    run().catch((err: unknown) => log.error({ err }, "sweeping failed"));
  }, everyMs);
  timer.unref();
  telemetry.gauge({
    name: "sweeper_sessions",
    help: "Checkout sessions that should have been requested from the provider by now.",
    label: "state",
    read: () => ({ due: backlog.due }),
  });
  telemetry.gauge({
    name: "sweeper_behind_seconds",
    help: "How long the most overdue checkout session has waited to be requested from the provider.",
    label: "state",
    read: () => ({ due: Math.round(backlog.behindMs / 1000) }),
  });

  return {
    /** What happens every minute. */
    tick: run,
    /** Resolves when the running sweep, if any, has finished or been abandoned. */
    async stop(): Promise<void> {
      clearInterval(timer);
      isStopping = true;
      stopped.resolve();
      await running;
    },
  };
}

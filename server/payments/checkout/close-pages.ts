import { setTimeout as pause } from "node:timers/promises";
import pLimit from "p-limit";
import type { Logger } from "pino";
import type { Database } from "../../database/database.ts";
import type { PayablePages } from "../../database/queries/sessions/pages-to-close.ts";
import type { CheckoutSessionRecord } from "../../domain/checkout-session.ts";
import type { Clock } from "../../domain/clock.ts";
import { createBudget, type SweepBudget } from "../sweeping/sweep-budget.ts";
import type { Checkout } from "./checkout.ts";

export interface ClosePagesParts {
  database: Pick<Database, "pagesToClose">;
  end: Checkout["end"];
  clock: Clock;
  log: Pick<Logger, "warn">;
  /** How long a person waits at most; a call that times out takes up to 21 s. */
  maxWaitMs?: number;
}

export type ClosePages = ReturnType<typeof createClosePages>;

/** Low, and separate from the calls that buyers wait for. */
const maxCallsAtOnce = 4;
const maxClaimedAtOnce = 20;
/** The most calls made while a person waits, and for how long new ones are started. */
const whileWaiting = { maxCalls: 200, maxMs: 5000 };
/** Closes payment pages that sell products no longer for sale, as requested by `request-closing.ts`. */
export function createClosePages({ database, end, clock, log, maxWaitMs = 8000 }: ClosePagesParts) {
  const { pagesToClose } = database;
  const limit = pLimit(maxCallsAtOnce);

  async function close(session: CheckoutSessionRecord, budget: SweepBudget): Promise<void> {
    if (!budget.take()) return;
    await end(session).catch((err: unknown) =>
      log.warn({ checkoutSessionId: session.id, err }, "could not close a payment page; it will be retried"),
    );
  }

  /**
   * Closes the pages of all stores, or of one, within the budget.
   * A page that couldn't be closed is due again in a minute.
   */
  async function closeDue(budget: SweepBudget, storeId?: string): Promise<void> {
    while (budget.isLeft()) {
      const claimed = await pagesToClose.claim({ now: clock(), limit: maxClaimedAtOnce, storeId });
      if (claimed.length === 0) return;
      await Promise.all(claimed.map((session) => limit(() => close(session, budget))));
    }
  }

  return {
    closeDue,
    /**
     * Closes a store's pages after a change, as many as the provider
     * confirms within seconds. The sweeper closes the rest.
     * @returns the pages that can still be paid
     */
    async ofStore(storeId: string): Promise<PayablePages | undefined> {
      const payable = () => pagesToClose.left({ storeId, now: clock() });
      if (!(await payable())) return undefined;
      const waited = new AbortController();
      const closing = closeDue(createBudget({ ...whileWaiting, isStopping: () => false }), storeId);
      const late = pause(maxWaitMs, undefined, { signal: waited.signal }).catch(() => {});
      try {
        await Promise.race([closing, late]);
      } finally {
        waited.abort();
        closing.catch((err: unknown) => log.warn({ storeId, err }, "could not close payment pages"));
      }
      return payable();
    },
  };
}

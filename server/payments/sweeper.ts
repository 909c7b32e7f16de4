import type { Logger } from "pino";
import type { Clock } from "../domain/clock.ts";
import type { Store } from "../store/store.ts";
import type { Checkout } from "./checkout.ts";

export interface SweeperParts {
  store: Pick<Store, "checkoutSessions" | "carts">;
  checkout: Pick<Checkout, "refresh">;
  clock: Clock;
  log: Logger;
}

const everyMs = 60_000;
/** A session that is unsettled for longer than this is asked for again. */
const unaskedMs = 5 * 60_000;
const mostAtOnce = 100;
const mostCarts = 1000;

/** Picks up what both the webhook and the buyer's return missed, and clears expired carts away. */
export function createSweeper({ store, checkout, clock, log }: SweeperParts) {
  async function sweep(): Promise<void> {
    const now = clock();
    const sessions = await store.checkoutSessions.claimUnsettled({
      now,
      before: now - unaskedMs,
      most: mostAtOnce,
    });
    for (const session of sessions) {
      await checkout.refresh(session).catch((err: unknown) => {
        log.warn(
          { checkoutSessionId: session.id, err },
          "could not ask the payment provider; it is tried again",
        );
      });
    }
    await store.carts.deleteExpired(mostCarts);
  }

  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(sweep).catch((err: unknown) => log.error({ err }, "sweeping failed"));
  }, everyMs);
  timer.unref();

  return {
    sweep,
    /** Resolves when the sweep under way, if any, is over. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}

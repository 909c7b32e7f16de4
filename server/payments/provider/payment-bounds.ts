import { unavailable } from "@counterpart/server/errors";
import { type BoundedCalls, boundCalls } from "../../database/concurrency/bounded-calls.ts";

const refusal = () =>
  unavailable("The payment provider is too slow at the moment. Try again in a few seconds.");

export interface PaymentBounds {
  /** A whole checkout, which makes up to three calls in sequence. */
  checkouts: BoundedCalls;
  /** Reading a session or opening a portal, as a whole. */
  reads: BoundedCalls;
  /** Each call for an event of the provider, which resends a refused one. */
  events: BoundedCalls;
}

/**
 * How many calls to a slow provider one process allows; an unanswered call occupies its slot for 21 s.
 * Each kind of work has its own slots, so that none holds up the others, and waits for a slot only once.
 *
 * 40 checkouts at once: 150 that arrive together start within 2.5 s even when each takes three calls of 300 ms. That
 * can be more than the provider allows in a second; what it refuses for that reason is retried
 * (`retry-when-limited.ts`).
 */
export function boundPayments(): PaymentBounds {
  return {
    checkouts: boundCalls({ maxRunning: 40, maxWaiting: 200, timeoutMs: 5000, refusal }),
    reads: boundCalls({ maxRunning: 20, maxWaiting: 100, timeoutMs: 5000, refusal }),
    events: boundCalls({ maxRunning: 10, maxWaiting: 100, timeoutMs: 5000, refusal }),
  };
}

/** Running and waiting calls of all kinds together. */
export function loadOf(bounds: PaymentBounds): { used: number; waiting: number } {
  const loads = Object.values(bounds).map((one: BoundedCalls) => one.load());
  return {
    used: loads.reduce((sum, { used }) => sum + used, 0),
    waiting: loads.reduce((sum, { waiting }) => sum + waiting, 0),
  };
}

import { unavailable } from "@counterpart/server/errors";
import { type BoundedCalls, boundCalls } from "../../database/concurrency/bounded-calls.ts";

const refusal = () =>
  unavailable("The payment provider is too slow at the moment. Try again in a few seconds.");

export interface PaymentBounds {
  /** Whole checkouts, of up to three sequential calls each. */
  checkouts: BoundedCalls;
  /** Whole reads of a session, or openings of a portal. */
  reads: BoundedCalls;
  /** Single calls made for events of the provider, which resends an event that is refused. */
  events: BoundedCalls;
}

/**
 * How many concurrent provider calls a process allows, per kind of work; an unanswered call occupies its slot for 21 s.
 * With 40 checkouts at once, 150 that arrive together start within 2.5 s, at three calls of 300 ms each.
 */
export function boundPayments(): PaymentBounds {
  return {
    checkouts: boundCalls({ maxRunning: 40, maxWaiting: 200, timeoutMs: 5000, refusal }),
    reads: boundCalls({ maxRunning: 20, maxWaiting: 100, timeoutMs: 5000, refusal }),
    events: boundCalls({ maxRunning: 10, maxWaiting: 100, timeoutMs: 5000, refusal }),
  };
}

/** Running and waiting calls of all kinds. */
export function loadOf(bounds: PaymentBounds): { used: number; waiting: number } {
  const loads = Object.values(bounds).map((one: BoundedCalls) => one.load());
  return {
    used: loads.reduce((sum, { used }) => sum + used, 0),
    waiting: loads.reduce((sum, { waiting }) => sum + waiting, 0),
  };
}

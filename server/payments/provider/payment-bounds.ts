import { unavailable } from "@counterpart/server/errors";
import { type FairBounds, type FairCalls, fairCalls } from "../../database/concurrency/fair-calls.ts";

const refusal = () =>
  unavailable("The payment provider is too slow at the moment. Try again in a few seconds.");

/** By store, which take turns: a burst at one store delays and refuses only its own buyers. */
export interface PaymentBounds {
  /** Whole checkouts, of up to three sequential calls each. */
  checkouts: FairCalls;
  /** Whole reads of a session, or openings of a portal. */
  reads: FairCalls;
  /** Single calls made for events of the provider, which resends an event that is refused; by account. */
  events: FairCalls;
}

/**
 * How many concurrent provider calls a process allows, per kind of work; an unanswered call occupies its slot for 21 s.
 * With 40 checkouts at once, 150 that arrive together start within 2.5 s, at three calls of 300 ms each.
 */
export function boundPayments(): PaymentBounds {
  return {
    checkouts: fairCalls({ maxRunning: 40, maxWaitingPerGroup: 200, ...waiting }),
    reads: fairCalls({ maxRunning: 20, maxWaitingPerGroup: 100, ...waiting }),
    events: fairCalls({ maxRunning: 10, maxWaitingPerGroup: 100, ...waiting }),
  };
}

const waiting = { maxWaiting: 400, timeoutMs: 5000, refusal } satisfies Partial<FairBounds>;

/** Running and waiting calls of all kinds. */
export function loadOf(bounds: PaymentBounds): { used: number; waiting: number } {
  const loads = Object.values(bounds).map((one: FairCalls) => one.load());
  return {
    used: loads.reduce((sum, { used }) => sum + used, 0),
    waiting: loads.reduce((sum, { waiting }) => sum + waiting, 0),
  };
}

import type { Settling } from "../../database/queries/sessions/checkout-sessions.ts";
import { outcomeOf, type PaymentOutcome } from "../../domain/session-state.ts";

export interface OutcomeCounters {
  outcomes: (outcome: PaymentOutcome | "expired") => void;
  /** Orders are created when their session completes, paid or not. */
  orders: (payment: PaymentOutcome) => void;
}

/** Counts how each checkout session ended, once. A pending payment is counted again when it is decided. */
export function createCountOutcomes({ outcomes, orders }: OutcomeCounters) {
  return ({ before, after }: Settling): void => {
    if (after.status === "expired") {
      if (before.status !== "expired") outcomes("expired");
      return;
    }
    const outcome = outcomeOf(after);
    if (outcome === null || outcome === outcomeOf(before)) return;
    outcomes(outcome);
    if (before.status !== "complete") orders(outcome);
  };
}

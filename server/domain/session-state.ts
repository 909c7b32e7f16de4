export type SessionStatus = "open" | "complete" | "expired";
export type PaymentStatus = "unpaid" | "paid" | "no_payment_required";
export type PaymentOutcome = "pending" | "paid" | "failed";

/** The state of a checkout session. */
export interface SessionState {
  status: SessionStatus;
  paymentStatus: PaymentStatus;
  /** Null until the session is complete. */
  paymentOutcome: PaymentOutcome | null;
}

/**
 * The stored states that aren't final: the provider must be asked for the session's outcome. Queries build
 * their conditions from this table.
 */
export const unsettledStates = {
  open: { status: "open" },
  pending: { status: "complete", paymentOutcome: "pending" },
  /** Completed by a version that stored no outcome and created an order only after payment. */
  withoutOrder: { status: "complete", paymentOutcome: null, paymentStatus: "unpaid" },
} as const satisfies Record<string, Partial<SessionState>>;

/** Whether a stored state isn't final. */
export function isUnsettled(stored: SessionState): boolean {
  return Object.values(unsettledStates).some((pattern) => matches(stored, pattern));
}

export function matches(stored: SessionState, pattern: Partial<SessionState>): boolean {
  return (Object.keys(pattern) as (keyof SessionState)[]).every((name) => stored[name] === pattern[name]);
}

/** The outcome of a stored state. Older versions stored null in complete sessions too. */
export function outcomeOf({ status, paymentStatus, paymentOutcome }: SessionState): PaymentOutcome | null {
  if (paymentOutcome !== null || status !== "complete") return paymentOutcome;
  return paymentStatus === "unpaid" ? "pending" : "paid";
}

/**
 * Whether a session is final, so that the provider needn't be asked again. The payment status isn't enough,
 * because a free cart owes nothing from the start: an open session is never settled.
 */
export function isSettled({ status, paymentOutcome }: SessionState): boolean {
  return status === "expired" || (status === "complete" && paymentOutcome !== "pending");
}

/**
 * Whether a reported state may replace the known one: a session never goes back, and a settled one changes only if the
 * provider took money after all. An unsettled one accepts its own state again, with other details.
 */
export function mayFollow(known: SessionState, reported: SessionState): boolean {
  return isSettled(known) ? rankOf(reported) > rankOf(known) : rankOf(reported) >= rankOf(known);
}

function rankOf({ status, paymentOutcome }: SessionState): number {
  if (status === "open") return 0;
  if (status === "expired") return 1;
  return { pending: 2, failed: 3, paid: 4 }[paymentOutcome ?? "pending"];
}

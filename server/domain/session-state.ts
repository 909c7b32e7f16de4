export type SessionStatus = "open" | "complete" | "expired";
export type PaymentStatus = "unpaid" | "paid" | "no_payment_required";
export type PaymentOutcome = "pending" | "paid" | "failed";

/** Where a checkout session stands. */
export interface SessionState {
  status: SessionStatus;
  paymentStatus: PaymentStatus;
  /** Null until the session is complete. */
  paymentOutcome: PaymentOutcome | null;
}

/**
 * Whether the session is over, so that the provider needn't be asked again. A free cart owes nothing from the
 * beginning, so the payment status alone says nothing: an open session is never settled.
 */
export function isSettled({ status, paymentOutcome }: SessionState): boolean {
  return status === "expired" || (status === "complete" && paymentOutcome !== "pending");
}

/**
 * Whether an answer of the provider takes a session further than what is known of it. Answers may arrive in another
 * order than they were asked for, so a session never goes back, and what is settled changes only when the provider
 * turns out to have taken money after all. While a session isn't settled, the same state told again is news too: its
 * details, such as the address of its page, may have changed.
 */
export function isNews(known: SessionState, told: SessionState): boolean {
  return isSettled(known) ? rankOf(told) > rankOf(known) : rankOf(told) >= rankOf(known);
}

function rankOf({ status, paymentOutcome }: SessionState): number {
  if (status === "open") return 0;
  if (status === "expired") return 1;
  return { pending: 2, failed: 3, paid: 4 }[paymentOutcome ?? "pending"];
}

import type { Outcome } from "../../database/queries/sessions/checkout-sessions.ts";
import type { ProviderEvent } from "./verify-event.ts";

/** Sent when the money of a bank debit arrives, days after the buyer completed the session. */
export const arrivalOfPayment = "checkout.session.async_payment_succeeded";

/**
 * Adds the times that only the event shows: when a free session completed, and when a delayed payment
 * arrived. The provider's objects have neither.
 */
export function withTimeOf(
  { type, createdAt }: Pick<ProviderEvent, "type" | "createdAt">,
  outcome: Outcome,
): Outcome {
  if (type === "checkout.session.completed" && outcome.status === "complete") {
    return { ...outcome, completedAt: outcome.completedAt ?? createdAt };
  }
  if (type !== arrivalOfPayment) return outcome;
  const payments = outcome.payments.map((payment) =>
    payment.invoiceId === null ? { ...payment, paidAt: createdAt } : payment,
  );
  return { ...outcome, payments };
}

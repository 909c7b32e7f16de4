import type { Outcome } from "../../database/queries/sessions/checkout-sessions.ts";
import type { ProviderEvent } from "./verify-event.ts";

/** The money of a bank debit has arrived, days after the buyer completed the session. */
export const arrivalOfPayment = "checkout.session.async_payment_succeeded";

/**
 * An outcome with the times that only the event shows: when a free session was completed, and when a payment arrived that
 * took days. The provider's objects have neither.
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

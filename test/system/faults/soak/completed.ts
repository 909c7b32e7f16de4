import type { Control } from "@counterpart/stripe-stand-in";

/** The provider's completed sessions, by our id. */
export function completedAt(stripe: Control) {
  const objectsOf = (type: string) =>
    stripe.events(type).map(({ data }) => data.object as unknown as Record<string, unknown>);
  const idsOf = (type: string) => new Set(objectsOf(type).map(({ id }) => id));
  const succeeded = idsOf("checkout.session.async_payment_succeeded");
  const failed = idsOf("checkout.session.async_payment_failed");
  return new Map(
    objectsOf("checkout.session.completed").map((session) => {
      const isPaid = session.payment_status !== "unpaid" || succeeded.has(session.id);
      const outcome = isPaid ? "paid" : failed.has(session.id) ? "failed" : "pending";
      return [String(session.client_reference_id), { outcome, amount: Number(session.amount_total) }];
    }),
  );
}

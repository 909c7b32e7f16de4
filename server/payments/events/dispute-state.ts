import type Stripe from "stripe";
import type { Dispute } from "../../database/queries/orders/order.ts";
import { idOf } from "../provider/id-of.ts";

export type DisputeState = Omit<Dispute, "paymentId"> & {
  /** Null for a payment without a payment intent, which isn't one of ours. */
  paymentId: string | null;
  /** When the provider was asked. */
  fetchedAt: number;
};

export function toDisputeState(dispute: Stripe.Dispute, fetchedAt: number): DisputeState {
  const { id, status, reason, amount, currency, payment_intent, created } = dispute;
  const dueBy = dispute.evidence_details.due_by;
  return {
    id,
    paymentId: idOf(payment_intent),
    status,
    reason,
    amount,
    currency,
    openedAt: created * 1000,
    dueAt: dueBy === null ? null : dueBy * 1000,
    fetchedAt,
  };
}

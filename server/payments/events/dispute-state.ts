import type Stripe from "stripe";
import type { ReportedDispute } from "../../database/queries/orders/record-dispute.ts";
import { idOf } from "../provider/id-of.ts";

export type DisputeState = Omit<ReportedDispute, "paymentId" | "account"> & {
  /** Null if the payment has no payment intent, so it isn't ours. */
  paymentId: string | null;
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

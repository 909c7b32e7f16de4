import type { Stripe } from "stripe";
import type { Endpoint } from "../../api/endpoint.ts";
import { refusal } from "../../api/errors.ts";
import { object, read } from "../../api/parameters.ts";
import { previousValues } from "../../events/event-log.ts";
import { newId } from "../../ids.ts";
import { type AccountState, find, type State } from "../../state/state.ts";

const daySeconds = 24 * 60 * 60;
const responseSeconds = 20 * daySeconds;

/** The buyer's bank takes a payment back. The money is gone until the dispute is won. */
export function openDispute(
  state: State,
  account: AccountState,
  charge: Stripe.Charge,
  reason = "fraudulent",
): Stripe.Dispute {
  if (charge.status !== "succeeded" || charge.disputed) {
    throw refusal(`Charge ${charge.id} can't be disputed.`, { param: "charge" });
  }
  const dispute = newDispute(state.timeline.nowSeconds(), charge, reason);
  account.disputes.set(dispute.id, dispute);
  charge.disputed = true;
  state.events.emit(account, "charge.dispute.created", dispute);
  state.events.emit(account, "charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

export type DisputeStatus = "under_review" | "won" | "lost";

/** The shop has answered (`under_review`), or the bank has decided. */
export function changeDispute(
  state: State,
  account: AccountState,
  dispute: Stripe.Dispute,
  status: DisputeStatus,
): Stripe.Dispute {
  if (isClosed(dispute)) {
    throw refusal(`This dispute is already closed (it is ${dispute.status}).`, { param: "dispute" });
  }
  const previous = previousValues(dispute, () => {
    dispute.status = status;
    dispute.evidence_details.has_evidence ||= status === "under_review";
  });
  if (status === "under_review") {
    state.events.emit(account, "charge.dispute.updated", dispute, previous);
    return dispute;
  }
  state.events.emit(account, "charge.dispute.closed", dispute);
  if (status === "won") state.events.emit(account, "charge.dispute.funds_reinstated", dispute);
  return dispute;
}

function isClosed({ status }: Stripe.Dispute): boolean {
  return status === "won" || status === "lost";
}

function newDispute(created: number, charge: Stripe.Charge, reason: string): Stripe.Dispute {
  return {
    id: newId("du"),
    object: "dispute",
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: created + responseSeconds,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    network_reason_code: "10.4",
    payment_intent: charge.payment_intent,
    reason,
    status: "needs_response",
  };
}

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

export const retrieveDispute: Endpoint = ({ account, id, form }) => {
  read(object({}), form);
  return find(account.disputes, "dispute", id, "dispute");
};

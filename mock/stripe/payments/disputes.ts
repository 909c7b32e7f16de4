import type { Stripe } from "stripe";
import { refusal } from "../conventions/errors.ts";
import { newId } from "../conventions/ids.ts";
import { object, read } from "../conventions/parameters.ts";
import type { AccountState } from "../state/account-state.ts";
import type { Endpoint } from "../state/endpoint.ts";
import { previousValues } from "../state/event-log.ts";
import { find, idOf, type State } from "../state/state.ts";

const daySeconds = 24 * 60 * 60;
const responseSeconds = 20 * daySeconds;

export interface DisputeOf {
  /** `fraudulent` by default. */
  reason?: string | undefined;
  /** In the smallest unit; by default, what other disputes haven't withdrawn. */
  amount?: number | undefined;
  /** An inquiry by the bank, which withdraws no money. */
  isInquiry?: boolean | undefined;
}

/** Disputes a payment, or a part of it. The money is withdrawn until the dispute is won. */
export function openDispute(
  state: State,
  account: AccountState,
  charge: Stripe.Charge,
  { reason = "fraudulent", amount, isInquiry = false }: DisputeOf = {},
): Stripe.Dispute {
  const left = charge.amount - sumTakenBack(account, charge);
  const disputed = amount ?? left;
  if (charge.status !== "succeeded" || disputed < 1 || disputed > left) {
    throw refusal(`Charge ${charge.id} can't be disputed.`, { param: "charge" });
  }
  const dispute = newDispute(state.timeline.nowSeconds(), charge, { reason, amount: disputed, isInquiry });
  account.disputes.set(dispute.id, dispute);
  // It stays true after any outcome: https://docs.stripe.com/api/charges/object#charge_object-disputed
  charge.disputed = true;
  state.events.emit(account, "charge.dispute.created", dispute);
  if (!isInquiry) state.events.emit(account, "charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

/** Whether a dispute has withdrawn money from a charge, so that it can't be refunded. */
export function isTakenBack(account: AccountState, charge: Stripe.Charge): boolean {
  return disputesOf(account, charge).some((dispute) => !dispute.is_charge_refundable);
}

function sumTakenBack(account: AccountState, charge: Stripe.Charge): number {
  return disputesOf(account, charge)
    .filter((dispute) => !dispute.is_charge_refundable)
    .reduce((sum, { amount }) => sum + amount, 0);
}

function disputesOf(account: AccountState, { id }: Stripe.Charge): Stripe.Dispute[] {
  return [...account.disputes.values()].filter(({ charge }) => idOf(charge) === id);
}

/** The statuses that can be set. An inquiry becomes a dispute through `needs_response`. */
export const disputeStatuses = [
  "warning_under_review",
  "warning_closed",
  "needs_response",
  "under_review",
  "won",
  "lost",
] as const;

export type DisputeStatus = (typeof disputeStatuses)[number];

const next: Record<string, readonly DisputeStatus[]> = {
  warning_needs_response: ["warning_under_review", "warning_closed", "needs_response"],
  warning_under_review: ["warning_closed", "needs_response"],
  needs_response: ["under_review", "won", "lost"],
  under_review: ["won", "lost"],
};

/** Records the shop's response (`under_review`) or the bank's decision. */
export function changeDispute(
  state: State,
  account: AccountState,
  dispute: Stripe.Dispute,
  status: DisputeStatus,
): Stripe.Dispute {
  const before = dispute.status;
  const possible = next[before];
  if (!possible) throw refusal(`This dispute is already closed (it is ${before}).`, { param: "dispute" });
  if (!possible.includes(status)) {
    throw refusal(`A dispute that is ${before} can't become ${status}.`, { param: "dispute" });
  }
  const previous = previousValues(dispute, () => {
    dispute.status = status;
    dispute.is_charge_refundable = status.startsWith("warning_") || status === "won";
    dispute.evidence_details.has_evidence ||= status.endsWith("under_review");
  });
  if (isOpen(status)) {
    state.events.emit(account, "charge.dispute.updated", dispute, previous);
    if (status === "needs_response") state.events.emit(account, "charge.dispute.funds_withdrawn", dispute);
    return dispute;
  }
  state.events.emit(account, "charge.dispute.closed", dispute);
  if (status === "won") state.events.emit(account, "charge.dispute.funds_reinstated", dispute);
  return dispute;
}

/** Full refunds close inquiries: https://docs.stripe.com/disputes/how-disputes-work */
export function closeInquiries(state: State, account: AccountState, charge: Stripe.Charge): void {
  for (const dispute of disputesOf(account, charge)) {
    if (isOpen(dispute.status) && dispute.status.startsWith("warning_")) {
      changeDispute(state, account, dispute, "warning_closed");
    }
  }
}

function isOpen(status: string): boolean {
  return Object.hasOwn(next, status);
}

function newDispute(
  created: number,
  charge: Stripe.Charge,
  { reason, amount, isInquiry }: { reason: string; amount: number; isInquiry: boolean },
): Stripe.Dispute {
  return {
    id: newId("du"),
    object: "dispute",
    amount,
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
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    network_reason_code: "10.4",
    payment_intent: charge.payment_intent,
    reason,
    status: isInquiry ? "warning_needs_response" : "needs_response",
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

/** The payment provider's statuses: https://docs.stripe.com/api/disputes/object#dispute_object-status */
export const disputeStatuses = [
  "warning_needs_response",
  "warning_under_review",
  "warning_closed",
  "needs_response",
  "under_review",
  "appeal_needs_response",
  "appeal_under_review",
  "won",
  "lost",
  "prevented",
] as const;

export type DisputeStatus = (typeof disputeStatuses)[number];

/** The bank is waiting for the merchant's evidence. */
const unansweredDisputes = [
  "needs_response",
  "warning_needs_response",
  "appeal_needs_response",
] as const satisfies DisputeStatus[];

const lostDispute = "lost" satisfies DisputeStatus;

const closedDisputes: DisputeStatus[] = ["won", lostDispute, "warning_closed", "prevented"];

/** Maps the provider's status. An unknown one, which the provider may add, counts as undecided. */
export function toDisputeStatus(word: string): DisputeStatus {
  return disputeStatuses.find((status) => status === word) ?? "under_review";
}

/** Whether the dispute is waiting for the merchant or the bank. */
export function isOpenDispute({ status }: { status: DisputeStatus }): boolean {
  return !closedDisputes.includes(status);
}

/** Whether the bank holds the money during the dispute. An inquiry holds none, and a refund ends it. */
export function holdsMoney(dispute: { status: DisputeStatus }): boolean {
  return isOpenDispute(dispute) && !dispute.status.startsWith("warning_");
}

/** Whether the merchant still has to send evidence. */
export function isUnansweredDispute({ status }: { status: DisputeStatus }): boolean {
  return unansweredDisputes.some((unanswered) => unanswered === status);
}

/** Whether the bank has only inquired, without taking money. */
export function isInquiry({ status }: { status: DisputeStatus }): boolean {
  return status.startsWith("warning_");
}

/** Whether the bank returned the money to the buyer. */
export function isLostDispute({ status }: { status: DisputeStatus }): boolean {
  return status === lostDispute;
}

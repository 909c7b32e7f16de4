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

/** The bank waits for the merchant's evidence. */
export const unansweredDisputes = [
  "needs_response",
  "warning_needs_response",
  "appeal_needs_response",
] as const satisfies DisputeStatus[];

export const lostDispute = "lost" satisfies DisputeStatus;

const closedDisputes: DisputeStatus[] = ["won", lostDispute, "warning_closed", "prevented"];

/** The provider may add words: a status that isn't known here isn't decided. */
export function toDisputeStatus(word: string): DisputeStatus {
  return disputeStatuses.find((status) => status === word) ?? "under_review";
}

/** Whether the dispute waits for the merchant or for the bank. */
export function isOpenDispute({ status }: { status: DisputeStatus }): boolean {
  return !closedDisputes.includes(status);
}

/** Whether the bank holds the money while the dispute is open. An inquiry takes none, and a refund ends it. */
export function holdsMoney(dispute: { status: DisputeStatus }): boolean {
  return isOpenDispute(dispute) && !dispute.status.startsWith("warning_");
}

/** Whether the merchant has yet to send evidence. */
export function isUnansweredDispute({ status }: { status: DisputeStatus }): boolean {
  return unansweredDisputes.some((unanswered) => unanswered === status);
}

/** Whether the bank only asks, and has taken no money. */
export function isInquiry({ status }: { status: DisputeStatus }): boolean {
  return status.startsWith("warning_");
}

/** Whether the bank has given the money back to the buyer. */
export function isLostDispute({ status }: { status: DisputeStatus }): boolean {
  return status === lostDispute;
}

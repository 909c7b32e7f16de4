// The payment provider's statuses: https://docs.stripe.com/api/disputes/object#dispute_object-status

/** The bank waits for the merchant's evidence. */
export const unansweredDisputes = ["needs_response", "warning_needs_response"];

export const lostDispute = "lost";

const closedDisputes = ["won", lostDispute, "warning_closed", "prevented"];

/** Whether the dispute waits for the merchant or for the bank. */
export function isOpenDispute({ status }: { status: string }): boolean {
  return !closedDisputes.includes(status);
}

/** Whether the merchant has yet to send evidence. */
export function isUnansweredDispute({ status }: { status: string }): boolean {
  return unansweredDisputes.includes(status);
}

/** Whether the bank has given the money back to the buyer. */
export function isLostDispute({ status }: { status: string }): boolean {
  return status === lostDispute;
}

import type { DeclineCode } from "../state/buyer.ts";

/** Shown to the buyer. */
export const declineMessages: Record<DeclineCode, string> = {
  generic_decline: "Your card was declined.",
  insufficient_funds: "Your card has insufficient funds.",
};

export const authenticationFailed =
  "We are unable to authenticate your payment method. Please choose a different payment method and try again.";

/** Why a bank refuses a card, with what the buyer reads: https://docs.stripe.com/declines/codes */
export const declineMessages = {
  generic_decline: "Your card was declined.",
  insufficient_funds: "Your card has insufficient funds.",
} as const;

export type DeclineCode = keyof typeof declineMessages;

export const authenticationFailed =
  "We are unable to authenticate your payment method. Please choose a different payment method and try again.";

import type { CheckoutSessionRecord } from "../../domain/checkout-session.ts";

/** A page's message to the buyer of a checkout. */
export interface CheckoutMessage {
  state: { label: string; tone: "good" | "wait" | "bad" };
  title: string;
  text: string;
  /** What happens next, or what the buyer can do. */
  next: string[];
}

type Session = Pick<
  CheckoutSessionRecord,
  "status" | "paymentStatus" | "paymentOutcome" | "mode" | "shippingAddress"
>;

/**
 * Describes the state of a checkout to the buyer.
 * @param isUpToDate whether the state is final or the provider has just confirmed it
 */
export function messageFor(session: Session, storeName: string, isUpToDate: boolean): CheckoutMessage {
  if (session.status === "expired") return expired(storeName);
  if (session.status === "open") return isUpToDate ? open : unknown;
  if (session.paymentOutcome === "failed") return failed(storeName);
  return session.paymentOutcome === "pending" ? pending(session, storeName) : paid(session, storeName);
}

function paid(session: Session, storeName: string): CheckoutMessage {
  const isFree = session.paymentStatus === "no_payment_required";
  const delivery = session.shippingAddress
    ? "It will be shipped to the address that you gave."
    : "The shop will contact you about delivery.";
  return {
    state: { label: isFree ? "Ordered" : "Paid", tone: "good" },
    title: "Thank you",
    text: isFree
      ? "Your order is placed. There was nothing to pay."
      : `Your payment has been received, and ${storeName} has your order.`,
    next:
      session.mode === "subscription"
        ? [
            `${storeName} will contact you at the email address that you gave.`,
            "Your subscription has started. It renews automatically until you cancel it.",
          ]
        : [`${storeName} will contact you at the email address that you gave.`, delivery],
  };
}

function pending(session: Session, storeName: string): CheckoutMessage {
  return {
    state: { label: "Payment pending", tone: "wait" },
    title: "Your order is placed",
    text: "The payment is being processed. Banks take several working days to confirm a debit.",
    next: [
      "You don’t need to do anything else. Please don’t pay a second time.",
      session.mode === "subscription"
        ? "Your subscription is confirmed once the payment has arrived."
        : `${storeName} has your order, and will deliver it once the payment has arrived.`,
      "This page will show when the payment has arrived, or if it fails.",
    ],
  };
}

function failed(storeName: string): CheckoutMessage {
  return {
    state: { label: "Payment failed", tone: "bad" },
    title: "The payment did not go through",
    text: "Your bank refused the payment. You have not been charged, and nothing will be delivered.",
    next: [`If you still want it, order again at ${storeName} and pay another way.`],
  };
}

const open: CheckoutMessage = {
  state: { label: "Not paid yet", tone: "wait" },
  title: "This checkout isn’t finished",
  text: "No payment has been made so far. Your items are still in your cart.",
  next: ["You can continue to payment, or go back to the shop and change your cart first."],
};

const unknown: CheckoutMessage = {
  state: { label: "Status unknown", tone: "wait" },
  title: "We don’t know yet whether you have paid",
  text: "The payment provider didn’t respond in time. If you have paid, the payment is not lost.",
  next: ["Reload this page in a minute. Please don’t pay a second time."],
};

function expired(storeName: string): CheckoutMessage {
  return {
    state: { label: "Expired", tone: "bad" },
    title: "This checkout has expired",
    text: "Nothing was paid here, and this checkout can no longer be paid. Your items are still in your cart.",
    next: [`Go back to ${storeName} and check out again.`],
  };
}

/** The cancel page's message while the checkout can still be paid. */
export const cancelled: CheckoutMessage = {
  state: { label: "Not paid", tone: "wait" },
  title: "Nothing was charged",
  text: "You left the payment page before you paid. Your items are still in your cart.",
  next: ["You can continue to payment, or go back to the shop and change your cart first."],
};

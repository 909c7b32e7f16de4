import { ApiError } from "@counterpart/server/errors";
import { displayAmount } from "./money.ts";
import type { RefundStatus } from "./order-state.ts";

/** The refund that a person requests. */
export interface RefundRequest {
  /** In the smallest unit; all that is left unless given. */
  amount?: number | undefined;
  /** The provider's `pi_…`; needed when several payments have something left. */
  paymentId?: string | undefined;
  /** How many refunds of the order they have seen, so that what they decided on still holds. */
  seenRefunds?: number | undefined;
  /** Identifies the page that requests the refund: a second request from it is the same refund. */
  token?: string | undefined;
}

export interface RefundablePayment {
  id: string;
  amount: number;
  currency: string;
  /** Refunds that failed aren't in it. */
  refunded: number;
}

/** What of a payment can still be given back, in its smallest unit. */
export function refundableOf({ amount, refunded }: RefundablePayment): number {
  return Math.max(0, amount - refunded);
}

/** A refund that was made at the provider. */
export interface MadeRefund {
  id: string;
  paymentId: string;
  amount: number;
  status: RefundStatus;
  createdAt: number;
  /** When a person marked it as resolved. */
  resolvedAt: number | null;
}

/**
 * Those that failed, so that the buyer still waits for the money: neither made again, as large or larger, nor marked as
 * resolved. The queries have the same rule in SQL.
 */
export function unresolvedRefunds<Refund extends MadeRefund>(refunds: Refund[]): Refund[] {
  return refunds.filter(
    (refund) =>
      refund.status === "failed" &&
      refund.resolvedAt === null &&
      !refunds.some((other) => isMadeAgain(refund, other)),
  );
}

function isMadeAgain(failed: MadeRefund, other: MadeRefund): boolean {
  return (
    other.status !== "failed" &&
    other.paymentId === failed.paymentId &&
    other.createdAt >= failed.createdAt &&
    other.amount >= failed.amount
  );
}

/** The payment that is refunded, and how much of it. Throws NOT_FOUND for an unknown payment, CONFLICT otherwise. */
export function chooseRefund(
  order: { payments: RefundablePayment[]; refunds: unknown[] },
  { amount, paymentId, seenRefunds }: RefundRequest,
): { payment: RefundablePayment; amount: number } {
  if (seenRefunds !== undefined && seenRefunds !== order.refunds.length) {
    throw new ApiError(
      "CONFLICT",
      "The order has been refunded since you looked at it. Look at it again first.",
    );
  }
  const payment = choosePayment(order.payments, paymentId);
  const refundable = refundableOf(payment);
  if (refundable === 0) {
    throw new ApiError("CONFLICT", "The payment has been refunded in full, so nothing is left to refund.");
  }
  const chosen = amount ?? refundable;
  if (!Number.isSafeInteger(chosen) || chosen < 1) {
    throw new ApiError("INVALID_REQUEST", "The amount of a refund is more than nothing.");
  }
  if (chosen > refundable) {
    const [asked, left] = [chosen, refundable].map((sum) => displayAmount(sum, payment.currency));
    throw new ApiError("CONFLICT", `${asked} is more than what can be refunded, which is ${left}.`);
  }
  return { payment, amount: chosen };
}

function choosePayment(payments: RefundablePayment[], id: string | undefined): RefundablePayment {
  if (id !== undefined) {
    const named = payments.find((payment) => payment.id === id);
    if (!named) throw new ApiError("NOT_FOUND", `The order has no payment ${id}.`);
    return named;
  }
  const [first, second] = payments.filter((payment) => refundableOf(payment) > 0);
  if (first && second) {
    const ids = payments.map((payment) => payment.id).join(", ");
    throw new ApiError("INVALID_REQUEST", `The order has several payments: name one of ${ids}.`);
  }
  const payment = first ?? payments[0];
  if (!payment)
    throw new ApiError("CONFLICT", "Nothing has been paid for this order, so nothing can be refunded.");
  return payment;
}

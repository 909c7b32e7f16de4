import { ApiError } from "@counterpart/server/errors";
import { type DisputeStatus, holdsMoney, isLostDispute } from "./dispute.ts";
import { chargeStepOf, displayAmount } from "./money.ts";
import type { RefundStatus } from "./order-state.ts";

/** A person's refund request. */
export interface RefundRequest {
  /** In the smallest unit; default: everything that is left. */
  amount?: number | undefined;
  /** The provider's `pi_…`; required when several payments have something left. */
  paymentId?: string | undefined;
  /** The number of refunds that the person saw on the order, to detect a decision based on stale data. */
  seenRefunds?: number | undefined;
  /** Identifies the page or the command that made the request: a second request with it is the same refund. */
  token?: string | undefined;
}

export interface RefundablePayment {
  id: string;
  amount: number;
  currency: string;
  /** Excludes failed refunds. */
  refunded: number;
}

/** The amount of a payment that can still be refunded, in the smallest unit. */
export function refundableOf({ amount, refunded }: RefundablePayment): number {
  return Math.max(0, amount - refunded);
}

/** A refund that exists at the provider. */
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
 * Failed refunds that the buyer still waits for: not repeated with at least the same amount, and not marked
 * as resolved. The queries repeat the rule in SQL.
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

export interface RefundableOrder {
  payments: RefundablePayment[];
  refunds: unknown[];
  disputes: { paymentId: string; status: DisputeStatus }[];
}

/** Chooses the payment to refund and the amount. Throws NOT_FOUND for an unknown payment, or CONFLICT. */
export function chooseRefund(
  order: RefundableOrder,
  { amount, paymentId, seenRefunds }: RefundRequest,
): { payment: RefundablePayment; amount: number } {
  if (seenRefunds !== undefined && seenRefunds !== order.refunds.length) {
    throw new ApiError("CONFLICT", "The order has been refunded since you opened it. Check it again first.");
  }
  const payment = choosePayment(order.payments, paymentId);
  if (order.disputes.some((dispute) => dispute.paymentId === payment.id && hasTakenMoney(dispute))) {
    throw new ApiError(
      "CONFLICT",
      "The buyer's bank disputes this payment and has taken the money back, so it can't be refunded.",
    );
  }
  const refundable = refundableOf(payment);
  if (refundable === 0) {
    throw new ApiError("CONFLICT", "The payment has been refunded in full, so nothing is left to refund.");
  }
  const chosen = amount ?? refundable;
  if (!Number.isSafeInteger(chosen) || chosen < 1) {
    throw new ApiError("INVALID_REQUEST", "The amount of a refund must be more than zero.");
  }
  const step = chargeStepOf(payment.currency);
  if (chosen % step !== 0) {
    const [asked, least] = [chosen, step].map((sum) => displayAmount(sum, payment.currency));
    throw new ApiError(
      "INVALID_REQUEST",
      `${asked} can't be refunded: the payment provider only takes multiples of ${least}.`,
    );
  }
  if (chosen > refundable) {
    const [asked, left] = [chosen, refundable].map((sum) => displayAmount(sum, payment.currency));
    throw new ApiError("CONFLICT", `${asked} is more than can be refunded (${left}).`);
  }
  return { payment, amount: chosen };
}

/** Whether the bank has the money, or has given it to the buyer. */
function hasTakenMoney(dispute: { status: DisputeStatus }): boolean {
  return holdsMoney(dispute) || isLostDispute(dispute);
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
    throw new ApiError("INVALID_REQUEST", `The order has several payments. Choose one of ${ids}.`);
  }
  const payment = first ?? payments[0];
  if (!payment)
    throw new ApiError("CONFLICT", "Nothing has been paid for this order, so nothing can be refunded.");
  return payment;
}

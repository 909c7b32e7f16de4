import { ApiError } from "@counterpart/server/errors";
import { type DisputeStatus, holdsMoney, isLostDispute } from "./dispute.ts";
import { conflict } from "./error-codes.ts";
import type { LineQuantity } from "./line-quantities.ts";
import { chargeStepOf, displayAmount } from "./money.ts";

/** A person's refund request. */
export interface RefundRequest {
  /** In the smallest unit; default: everything that is left. */
  amount?: number | undefined;
  /** Refunds the shares of these items instead of an amount. */
  content?: WantedContent | undefined;
  /** The provider's `pi_…`; required when several payments have something left. */
  paymentId?: string | undefined;
  /** The number of refunds that the person saw on the order, to detect a decision based on stale data. */
  seenRefunds?: number | undefined;
  /** Identifies the page or the command that made the request: a second request with it is the same refund. */
  token?: string | undefined;
}

/** What of an order a person wants to refund. */
export interface WantedContent {
  lines: LineQuantity[];
  shipping: boolean;
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

/** Whether any of an order's payments can still be refunded. */
export function isRefundable({ payments }: { payments: RefundablePayment[] }): boolean {
  return payments.some((payment) => refundableOf(payment) > 0);
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
    throw conflict("The order has been refunded since you opened it. Check it again first.");
  }
  const payment = choosePayment(order.payments, paymentId);
  if (order.disputes.some((dispute) => dispute.paymentId === payment.id && hasTakenMoney(dispute))) {
    throw conflict(
      "The buyer's bank disputes this payment and has taken the money back, so it can't be refunded.",
    );
  }
  const refundable = refundableOf(payment);
  if (refundable === 0) {
    throw conflict("The payment has been refunded in full, so nothing is left to refund.");
  }
  const chosen = amount ?? refundable;
  if (!Number.isSafeInteger(chosen) || chosen < 1) {
    throw refusedAmount("INVALID_REQUEST", "The amount of a refund must be more than zero.");
  }
  const step = chargeStepOf(payment.currency);
  if (chosen % step !== 0) {
    const [asked, least] = [chosen, step].map((sum) => displayAmount(sum, payment.currency));
    throw refusedAmount(
      "INVALID_REQUEST",
      `${asked} can't be refunded: the payment provider only takes multiples of ${least}.`,
    );
  }
  if (chosen > refundable) {
    const [asked, left] = [chosen, refundable].map((sum) => displayAmount(sum, payment.currency));
    throw refusedAmount("CONFLICT", `${asked} is more than can be refunded (${left}).`);
  }
  return { payment, amount: chosen };
}

/** Why this amount can't be refunded, although another one can. */
export function refusedAmount(
  code: "CONFLICT" | "INVALID_REQUEST" | "VALIDATION_ERROR",
  message: string,
): ApiError {
  return new ApiError(code, message, {
    details: [{ in: "body", pointer: "/amount", rule: "refund", message }],
  });
}

/** Whether another amount would be refunded. */
export function isAboutAmount(error: unknown): error is ApiError {
  return error instanceof ApiError && error.details?.some(({ pointer }) => pointer === "/amount") === true;
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
  if (!payment) throw conflict("Nothing has been paid for this order, so nothing can be refunded.");
  return payment;
}

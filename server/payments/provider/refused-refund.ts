import { ApiError } from "@counterpart/server/errors";
import { StripeSdk } from "./stripe-sdk.ts";

const reasons: Record<string, string> = {
  charge_already_refunded: "The payment has already been refunded in full at the payment provider.",
  charge_disputed: "The buyer's bank disputes this payment, so the payment provider doesn't refund it.",
  charge_not_refundable: "The payment provider can't refund this payment.",
  resource_missing: "The payment provider doesn't know this payment.",
  insufficient_funds: "The account at the payment provider doesn't have enough money for this refund.",
};

/** Rethrows the provider's refusal of a refund as CONFLICT with its reason, and all other errors unchanged. */
export function throwRefusedRefund(cause: unknown): never {
  if (!(cause instanceof StripeSdk.errors.StripeInvalidRequestError)) throw cause;
  const { code = "", param } = cause;
  const known = reasons[code];
  if (known !== undefined) throw new ApiError("CONFLICT", known, { cause });
  if (param === "amount") {
    throw new ApiError("CONFLICT", "The amount is more than what the payment provider can still refund.", {
      cause,
    });
  }
  throw cause;
}

/** The provider is still handling another request with this idempotency key, or an object that the refund needs. */
const stillAtWork = ["idempotency_key_in_use", "lock_timeout"];

/**
 * Whether the provider refused a refund, so that no money moved. An earlier successful request would have
 * been answered with its refund, by its idempotency key.
 */
export function isRefusedRefund(error: unknown): boolean {
  const cause = error instanceof ApiError ? error.cause : error;
  return (
    cause instanceof StripeSdk.errors.StripeInvalidRequestError && !stillAtWork.includes(cause.code ?? "")
  );
}

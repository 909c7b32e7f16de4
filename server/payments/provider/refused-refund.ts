import { ApiError } from "@counterpart/server/errors";
import { conflict } from "../../domain/error-codes.ts";
import { invalidRequestOf, isDefiniteRefusal, quoting } from "./provider-errors.ts";
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
  const { code = "", param } = invalidRequestOf(cause) ?? {};
  const known =
    reasons[code] ??
    (param === "amount" ? "The amount is more than what the payment provider can still refund." : undefined);
  if (known === undefined) throw cause;
  throw conflict(quoting(known, cause), { cause });
}

/** Refused before the provider looks whether an earlier request with this idempotency key was successful. */
const { StripeAuthenticationError, StripePermissionError, StripeRateLimitError } = StripeSdk.errors;

/**
 * Whether the provider refused a refund, so that no money moved. An earlier successful request would have
 * been answered with its refund, by its idempotency key.
 */
export function isRefusedRefund(error: unknown): boolean {
  const origin = error instanceof ApiError ? error.cause : error;
  const isEarly = [StripeAuthenticationError, StripePermissionError, StripeRateLimitError].some(
    (kind) => origin instanceof kind,
  );
  return isDefiniteRefusal(error) && !isEarly;
}

import { ApiError, unavailable } from "@counterpart/server/errors";
import { shopError } from "../../domain/error-codes.ts";
import { StripeSdk } from "./stripe-sdk.ts";

const {
  StripeAPIError,
  StripeAuthenticationError,
  StripeConnectionError,
  StripeError,
  StripeInvalidRequestError,
  StripePermissionError,
  StripeRateLimitError,
} = StripeSdk.errors;

/** Whether the error is temporary: the provider is busy, fails or can't be reached. */
export function isProviderAway(error: unknown): boolean {
  return [StripeAPIError, StripeConnectionError, StripeRateLimitError].some((kind) => error instanceof kind);
}

/**
 * Whether the provider refuses a connected account although our key is valid: the owner revoked access or the
 * account was closed (https://docs.stripe.com/error-codes#account-invalid).
 */
export function isAccountGone(error: unknown): boolean {
  const refusal = error instanceof ApiError ? error.cause : error;
  return refusal instanceof StripePermissionError && refusal.code === "account_invalid";
}

/** Whether our own key is refused or lacks a permission, which the operator has to fix. */
function isOperatorFault(error: unknown): boolean {
  if (error instanceof StripeAuthenticationError) return true;
  return error instanceof StripePermissionError && !isAccountGone(error);
}

/**
 * Whether the provider doesn't know an object. It answers 404 when the path names the object, and 400 when a parameter
 * does, such as `customer`.
 */
export function isUnknownObject(error: unknown, param?: string): boolean {
  if (!(error instanceof StripeError) || error.code !== "resource_missing") return false;
  return param === undefined || error.param === param;
}

/** Whether the provider understood the request but refused it for its own reasons. */
export function isRefusedRequest(error: unknown): boolean {
  return error instanceof StripeInvalidRequestError && !isUnknownObject(error);
}

/** The error for callers when the store's account takes no payments. */
export function accountTakesNoPayments(cause: unknown): ApiError {
  return shopError(
    "PAYMENTS_NOT_CONFIGURED",
    "The store's account at the payment provider takes no payments at the moment.",
    { cause },
  );
}

/** The error for callers when the store charges tax, but its account can't calculate it. */
export function accountCalculatesNoTax(cause: unknown): ApiError {
  return shopError(
    "PAYMENTS_NOT_CONFIGURED",
    "The store charges tax, but its account at the payment provider isn't set up for it.",
    { cause },
  );
}

/** Seconds. An operator has to change a setting first. */
const operatorTakesSeconds = 60;

/** Translates a provider error into an API error where one is defined, and rethrows all others unchanged. */
export function throwTranslated(cause: unknown): never {
  if (isProviderAway(cause)) {
    throw unavailable("The payment provider is busy or unreachable. Try again in a few seconds.", {
      cause,
    });
  }
  if (isOperatorFault(cause)) {
    throw unavailable(
      "The payment provider rejects the service's configuration. The operator has to fix it.",
      {
        cause,
        retryAfterSeconds: operatorTakesSeconds,
      },
    );
  }
  if (isAccountGone(cause)) {
    throw shopError(
      "PAYMENTS_NOT_CONFIGURED",
      "The store's account at the payment provider isn't connected any more.",
      { cause },
    );
  }
  throw cause;
}

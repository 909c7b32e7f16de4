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

/** Whether the provider is busy, fails or can't be reached: a temporary error. */
export function isProviderAway(error: unknown): boolean {
  return [StripeAPIError, StripeConnectionError, StripeRateLimitError].some((kind) => error instanceof kind);
}

/**
 * Whether the provider refuses a connected account although our own key is valid: its owner revoked the access, or it
 * was closed (https://docs.stripe.com/error-codes#account-invalid).
 */
export function isAccountGone(error: unknown): boolean {
  const refusal = error instanceof ApiError ? error.cause : error;
  return refusal instanceof StripePermissionError && refusal.code === "account_invalid";
}

/** Whether our own key is refused, or lacks a permission: the operator has to fix that. */
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

/** Whether the provider understood the request and refused it, for reasons of its own. */
export function isRefusedRequest(error: unknown): boolean {
  return error instanceof StripeInvalidRequestError && !isUnknownObject(error);
}

/** The store's account takes no payments: what the caller is told. */
export function accountTakesNoPayments(cause: unknown): ApiError {
  return shopError(
    "PAYMENTS_NOT_CONFIGURED",
    "The store's account at the payment provider takes no payments at the moment.",
    { cause },
  );
}

/** Seconds. A person has to change a setting first. */
const operatorTakesSeconds = 60;

/** Rethrows a provider's error as an error for the caller where one is defined, and everything else unchanged. */
export function throwTranslated(cause: unknown): never {
  if (isProviderAway(cause)) {
    throw unavailable("The payment provider is busy or can't be reached. Try again in a few seconds.", {
      cause,
    });
  }
  if (isOperatorFault(cause)) {
    throw unavailable(
      "The payment provider doesn't accept the service's settings. Its operator has to act.",
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

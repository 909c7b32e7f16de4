import { ApiError, unavailable } from "@counterpart/server/errors";
import type Stripe from "stripe";
import { shopError } from "../../domain/error-codes.ts";
import { StripeSdk } from "./stripe-sdk.ts";

const {
  StripeAPIError,
  StripeAuthenticationError,
  StripeConnectionError,
  StripeError,
  StripeIdempotencyError,
  StripeInvalidClientError,
  StripeInvalidRequestError,
  StripePermissionError,
  StripeRateLimitError,
} = StripeSdk.errors;

/** A request that the provider understood and refused for its own reasons, which the message quotes. */
class ProviderRefusal extends ApiError {}

/** The provider's own error behind one of ours. */
function originOf(error: unknown): unknown {
  return error instanceof ApiError ? error.cause : error;
}

/** Whether the error is temporary: the provider is busy, fails or can't be reached. */
export function isProviderAway(error: unknown): boolean {
  if (error instanceof StripeConnectionError || error instanceof StripeRateLimitError) return true;
  // The SDK's class for every other status, 409 among them.
  return error instanceof StripeAPIError && (!isClientFault(error) || error.statusCode === 409);
}

function isClientFault({ statusCode = 0 }: { statusCode?: number | undefined }): boolean {
  return statusCode >= 400 && statusCode < 500;
}

/** The provider is still handling another request with this idempotency key, or an object that the request needs. */
const stillAtWork = ["idempotency_key_in_use", "lock_timeout"];

/** Whether the provider refused the request, so that it did nothing. Otherwise it may have done what it was asked to. */
export function isDefiniteRefusal(error: unknown): boolean {
  const origin = originOf(error);
  // Our own refusals have no origin.
  if (!(origin instanceof StripeError)) return error instanceof ApiError && origin === undefined;
  if (origin instanceof StripeIdempotencyError) return false;
  return isClientFault(origin) && !stillAtWork.includes(origin.code ?? "");
}

/**
 * Whether the provider refuses a connected account although our key is valid: the owner revoked access or the
 * account was closed (https://docs.stripe.com/error-codes#account-invalid).
 */
export function isAccountGone(error: unknown): boolean {
  const refusal = originOf(error);
  return refusal instanceof StripePermissionError && refusal.code === "account_invalid";
}

/** Whether our own key is refused or lacks a permission, which the operator has to fix. */
function isOperatorFault(error: unknown): boolean {
  if (error instanceof StripeAuthenticationError || error instanceof StripeInvalidClientError) return true;
  return error instanceof StripePermissionError && !isAccountGone(error);
}

/** The provider's refusal behind an error, if it understood the request. */
export function invalidRequestOf(error: unknown): Stripe.errors.StripeInvalidRequestError | undefined {
  const refusal = originOf(error);
  return refusal instanceof StripeInvalidRequestError ? refusal : undefined;
}

/**
 * Whether the provider doesn't know an object. It answers 404 when the path names the object, and 400 when a parameter
 * does, such as `customer`.
 */
export function isUnknownObject(error: unknown, param?: string): boolean {
  const refusal = originOf(error);
  if (!(refusal instanceof StripeError) || refusal.code !== "resource_missing") return false;
  return param === undefined || refusal.param === param;
}

/** Whether the provider understood the request but refused it for reasons that none of our sentences explains. */
export function isUnexplained(error: unknown): boolean {
  return error instanceof ProviderRefusal && invalidRequestOf(error) !== undefined && !isUnknownObject(error);
}

/** Characters. */
const maxQuoted = 500;

/** Adds the provider's own explanation to a sentence, without keys. */
export function quoting(sentence: string, cause: unknown): string {
  const refusal = originOf(cause);
  if (!(refusal instanceof StripeError) || !isClientFault(refusal) || !refusal.message) return sentence;
  const words = refusal.message.replaceAll(/\b(?:[prs]k|whsec|ac|ek|spt)_[\w*]+/g, "…").slice(0, maxQuoted);
  return `${sentence} It says: "${words}"`;
}

/** The error for callers when the store's account takes no payments. */
export function accountTakesNoPayments(cause: unknown): ApiError {
  return notConfigured("The store's account at the payment provider takes no payments at the moment.", cause);
}

/** The error for callers when the store charges tax, but its account can't calculate it. */
export function accountCalculatesNoTax(cause: unknown): ApiError {
  return notConfigured(
    "The store charges tax, but its account at the payment provider isn't set up for it.",
    cause,
  );
}

function notConfigured(sentence: string, cause: unknown): ApiError {
  return shopError("PAYMENTS_NOT_CONFIGURED", quoting(sentence, cause), { cause });
}

/** Seconds. An operator has to change a setting first. */
const operatorTakesSeconds = 60;

/**
 * Translates an error of the provider: each refusal becomes a sentence with the provider's message.
 * @param isRead whether the call only reads: then its refusal isn't the caller's conflict
 */
export function throwTranslated(cause: unknown, isRead: boolean): never {
  if (isProviderAway(cause)) {
    const busy = "The payment provider is busy or unreachable. Try again in a few seconds.";
    throw unavailable(quoting(busy, cause), { cause });
  }
  if (isOperatorFault(cause)) {
    const rejected = "The payment provider rejects the service's configuration. The operator has to fix it.";
    throw unavailable(quoting(rejected, cause), { cause, retryAfterSeconds: operatorTakesSeconds });
  }
  if (isAccountGone(cause)) {
    throw notConfigured("The store's account at the payment provider isn't connected any more.", cause);
  }
  if (cause instanceof StripeError && isClientFault(cause)) {
    const refused = "The payment provider refused the request.";
    throw new ProviderRefusal(isRead ? "INTERNAL_ERROR" : "CONFLICT", quoting(refused, cause), { cause });
  }
  throw cause;
}

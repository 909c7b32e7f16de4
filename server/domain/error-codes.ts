import { ApiError } from "@counterpart/server/errors";

/** The shop's own error codes with their statuses; the toolkit defines the standard ones. */
export const shopCodes = {
  PRO_PLAN_REQUIRED: 403,
  CART_EMPTY: 409,
  CART_MIXED_TYPES: 409,
  PAYMENTS_NOT_CONFIGURED: 409,
  STORE_UNPUBLISHED: 409,
} as const;

/** The store's plan doesn't include the API. */
export const planRequired = () =>
  shopError("PRO_PLAN_REQUIRED", "Headless access requires the Pro plan. Upgrade the store's plan first.");

/** 409 CONFLICT, with a sentence that says why. */
export function conflict(
  message: string,
  options?: { cause?: unknown; details?: NonNullable<ApiError["details"]> },
): ApiError {
  return new ApiError("CONFLICT", message, options);
}

/** The same about a field of the body, with the JSON pointer of the field, and the rule that it breaks. */
export function conflictAt(
  pointer: string,
  sentence: string,
  { rule, message, cause }: { rule: string; message: string; cause?: unknown },
): ApiError {
  return conflict(sentence, { cause, details: [{ in: "body", pointer, rule, message }] });
}

/** An error with one of the shop's own codes. `cause` is logged but not sent. */
export function shopError(
  code: keyof typeof shopCodes,
  message: string,
  { cause }: { cause?: unknown } = {},
): ApiError {
  return new ApiError(code, message, { status: shopCodes[code], cause });
}

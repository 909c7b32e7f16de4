/** The codes that only this API has, and their statuses; `errors.ts` has those of any. */
export const ownCodes = {
  PRO_PLAN_REQUIRED: 403,
  CART_EMPTY: 409,
  CART_MIXED_TYPES: 409,
  PAYMENTS_NOT_CONFIGURED: 409,
  STORE_UNPUBLISHED: 409,
} as const;

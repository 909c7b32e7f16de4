/** What a code takes off: a percentage with at most one decimal, or an amount in the currency's smallest unit. */
export type Reduction =
  | { percentOff: number; amountOffInCents: null }
  | { percentOff: null; amountOffInCents: number };

/** Characters. The payment provider's limit for the name of a coupon, which is the code. */
export const maxCodeLength = 40;

/** A code as it is stored, from what a person typed; undefined if no code is spelled like this. */
export function codeOf(typed: string): string | undefined {
  return /^[A-Za-z0-9-]+$/.test(typed) && typed.length <= maxCodeLength ? typed.toUpperCase() : undefined;
}

export type CodeTerms = Reduction & {
  /** In upper case; buyers may type it in either. */
  code: string;
  /** Of the amounts. */
  currency: string;
  /** The subtotal that a purchase needs; null for any. */
  minimumInCents: number | null;
  /** By all buyers together; null for any number. */
  maxRedemptions: number | null;
  /** Milliseconds since 1970; null for never. */
  expiresAt: number | null;
};

/** A store's promotion code. */
export type PromotionCode = CodeTerms & {
  id: string;
  /** The provider's account where it was created; null for the platform's own. */
  account: string | null;
  /** The provider's `promo_…`. */
  providerId: string;
  createdAt: number;
  deactivatedAt: number | null;
};

/** Whether buyers can still redeem it, as far as it is known here: redemptions are counted at the provider. */
export function isRedeemable(
  { expiresAt, deactivatedAt }: Pick<PromotionCode, "expiresAt" | "deactivatedAt">,
  now: number,
): boolean {
  return deactivatedAt === null && (expiresAt === null || expiresAt > now);
}

export function termsOf(code: PromotionCode): CodeTerms {
  const { id: _, account: __, providerId: ___, createdAt: ____, deactivatedAt: _____, ...terms } = code;
  return terms;
}

/** Whether it could be redeemed if it weren't on another account than the store's. */
export function isElsewhere(
  code: PromotionCode,
  store: { stripeAccount: string | null },
  now: number,
): boolean {
  return isRedeemable(code, now) && code.account !== store.stripeAccount;
}

/** What a code takes off a subtotal: at most all of it, in steps of the currency. A percentage is rounded half up. */
export function discountOf(
  { percentOff, amountOffInCents }: Reduction,
  subtotal: number,
  step: number,
): number {
  if (percentOff === null) return Math.min(amountOffInCents, subtotal);
  // At most one decimal, so a tenth of a percent is a whole number.
  return Math.floor((subtotal * Math.round(percentOff * 10)) / 1000 / step + 0.5) * step;
}

/** Whether a code takes this off a subtotal. A percentage may be rounded on each line, or to the currency's step. */
export function isDiscountOf(
  { percentOff, amountOffInCents }: Reduction,
  of: { subtotal: number; discount: number; lineCount: number; step: number },
): boolean {
  const { subtotal, discount, lineCount, step } = of;
  if (percentOff === null) return discount === Math.min(amountOffInCents, subtotal);
  return Math.abs(discount - (subtotal * percentOff) / 100) <= Math.max(lineCount, step / 2);
}

import type { Stripe } from "stripe";
import type { z } from "zod";
import { newDiscount } from "../amounts/coupons.ts";
import { isInCurrency, whyUnusable } from "../amounts/promotion-codes.ts";
import { refusal } from "../conventions/errors.ts";
import { object, type Params, text } from "../conventions/parameters.ts";
import type { AccountState } from "../state/account-state.ts";
import { findNamed, idOf } from "../state/state.ts";

export const discountParams = object({
  coupon: text().optional(),
  promotion_code: text().optional(),
} satisfies Params<Stripe.Checkout.SessionCreateParams.Discount>);

interface Wanted {
  session: string;
  customer: string | null;
  subtotal: number;
  currency: string;
  now: number;
}

/** The discount that a session is created with. */
export function discountFor(
  account: AccountState,
  [given, ...others]: z.output<typeof discountParams>[],
  { session, ...purchase }: Wanted,
): Stripe.Discount | null {
  if (!given) return null;
  if (others.length > 0) throw refusal("You can pass a maximum of 1 discount.", { param: "discounts" });
  const { now, customer } = purchase;
  const promotionCode = given.promotion_code ?? null;
  if ((given.coupon === undefined) === (promotionCode === null)) {
    throw refusal("A discount needs exactly one of `coupon` and `promotion_code`.", {
      param: "discounts[0]",
    });
  }
  if (promotionCode !== null) {
    const param = "discounts[0][promotion_code]";
    const code = findNamed(account.promotionCodes, "promotion code", promotionCode, param);
    const message = whyUnusable(account, code, purchase);
    if (message !== undefined) throw refusal(`This promotion code cannot be redeemed: ${message}`, { param });
    return newDiscount(now, { coupon: idOf(code.promotion.coupon) ?? "", promotionCode, session, customer });
  }
  const param = "discounts[0][coupon]";
  const coupon = findNamed(account.coupons, "coupon", given.coupon ?? "", param);
  if (!coupon.valid) throw refusal(`Coupon expired: ${coupon.id}`, { code: "coupon_expired", param });
  if (!isInCurrency(coupon, purchase.currency)) {
    throw refusal("The coupon's currency must be the currency of the Checkout Session.", { param });
  }
  return newDiscount(now, { coupon: coupon.id, promotionCode, session, customer });
}

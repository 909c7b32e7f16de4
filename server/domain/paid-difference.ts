import type { Amounts } from "./amounts.ts";
import { dueAtCheckout } from "./checkout.ts";
import type { CheckoutSessionRecord } from "./checkout-session.ts";
import { chargeStepOf } from "./money.ts";
import { isOfferedShipping } from "./offers.ts";
import { isDiscountOf, type PromotionCode } from "./promotion-code.ts";

/** What differs from the offer; `price` only of a renewal: the price or the quantity of a line. */
export type DifferingPart = "currency" | keyof Omit<Amounts, "tax"> | "amount" | "price";

/** How a payment differs from what the buyer agreed to. Amounts are in the smallest unit of their currency. */
export interface PaidDifference {
  part: DifferingPart;
  /** Of this part, in the offer's currency; null if the offer doesn't say, as of a discount without a code. */
  expected: number | null;
  /** Of this part, in the payment's currency. */
  charged: number;
}

interface PaidCheckout {
  paid: { amount: number; currency: string };
  /** As in the provider's report: null for a discount without a code. */
  appliedCodes: (string | null)[];
  /** The store's code that is the only applied one. */
  code: PromotionCode | undefined;
}

/** The only code behind a discount; undefined for another number, or without a code. */
export function onlyCode([code = null, ...others]: (string | null)[]): string | undefined {
  return others.length > 0 || code === null ? undefined : code;
}

/** What the payment of a session differs in, for example because of a discount set in the provider's dashboard. */
export function differenceAtCheckout(
  session: CheckoutSessionRecord,
  { paid, appliedCodes, code }: PaidCheckout,
): PaidDifference | undefined {
  const { currency, amounts, offers } = session;
  const due = dueAtCheckout(session);
  if (paid.currency !== currency) return { part: "currency", expected: due, charged: paid.amount };
  if (amounts === null) return unequal("amount", due, paid.amount);
  const { subtotal, discount, shipping, tax, total } = amounts;
  if (subtotal !== due) return { part: "subtotal", expected: due, charged: subtotal };
  const isOfOwnCode =
    offers?.takesCodes &&
    (offers.code === undefined || appliedCodes.includes(offers.code)) &&
    code !== undefined &&
    isDiscountOf(code, {
      ...{ subtotal, discount },
      ...{ lineCount: session.lines.length, step: chargeStepOf(currency) },
    });
  if (discount !== 0 && !isOfOwnCode) return { part: "discount", expected: null, charged: discount };
  if (!isOfferedShipping(offers, shipping)) return { part: "shipping", expected: null, charged: shipping };
  const sum = subtotal - discount + shipping + (offers?.tax === "exclusive" ? tax : 0);
  return unequal("total", sum, total) ?? unequal("amount", total, paid.amount);
}

/** Undefined if the amounts are the same. */
export function unequal(part: DifferingPart, expected: number, charged: number): PaidDifference | undefined {
  return expected === charged ? undefined : { part, expected, charged };
}

import { smallestStepOf } from "../conventions/money.ts";
import { shareOf, split } from "../conventions/rounding.ts";
import { type Rate, rateFor } from "./tax-table.ts";

export type TaxBehavior = "inclusive" | "exclusive";

/** Something to pay for. Amounts are in the currency's smallest unit. */
export interface Charge {
  amount: number;
  taxCode: string;
  behavior: TaxBehavior;
}

/** What a coupon takes off: one of the two. */
export interface Discount {
  amountOff: number | null;
  percentOff: number | null;
}

export interface Sum {
  subtotal: number;
  discount: number;
  tax: number;
  /** Subtotal less discount, plus tax that the price excludes. */
  total: number;
  behavior: TaxBehavior;
  rate: Rate | undefined;
  /** What the percentage applies to, without the tax itself. */
  taxable: number;
}

interface Order {
  lines: Charge[];
  shipping: Charge | null;
  discount: Discount | null;
  /** Null if no tax is calculated. */
  taxCountry: string | null;
  currency: string;
}

export interface Sums {
  lines: Sum[];
  shipping: Sum | null;
  /** Of the lines, without shipping. */
  subtotal: number;
  discount: number;
  tax: number;
  total: number;
}

/**
 * The sums of an order. A discount is rounded half up once, spread over the lines, and leaves out shipping. Tax is
 * rounded half up on each line, after the discount: https://docs.stripe.com/tax/calculating#rounding
 */
export function sumsOf({ lines, shipping, discount, taxCountry, currency }: Order): Sums {
  const amounts = lines.map(({ amount }) => amount);
  const subtotal = total(amounts);
  const off = discount ? amountTakenOff(discount, subtotal, currency) : 0;
  const parts = split(off, amounts);
  const step = smallestStepOf(currency);
  const taxed = (charge: Charge, less = 0) => withTax(charge, less, taxCountry, step);
  const lineSums = lines.map((charge, index) => taxed(charge, parts[index]));
  const shippingSum = shipping && taxed(shipping);
  const all = [...lineSums, ...(shippingSum ? [shippingSum] : [])];
  return {
    lines: lineSums,
    shipping: shippingSum,
    subtotal,
    discount: off,
    tax: total(all.map(({ tax }) => tax)),
    total: total(all.map((sum) => sum.total)),
  };
}

function amountTakenOff({ amountOff, percentOff }: Discount, subtotal: number, currency: string): number {
  if (amountOff !== null) return Math.min(amountOff, subtotal);
  // At most two decimals, so a hundredth of a percent is a whole number.
  return shareOf(subtotal, Math.round((percentOff ?? 0) * 100), 10_000, smallestStepOf(currency));
}

function withTax(
  { amount, taxCode, behavior }: Charge,
  discount: number,
  country: string | null,
  step: number,
): Sum {
  const paid = amount - discount;
  const rate = country === null ? undefined : rateFor(country, taxCode);
  const share = Math.round((rate?.percentage ?? 0) * 1000);
  const whole = 100_000;
  const tax =
    behavior === "inclusive" ? shareOf(paid, share, whole + share, step) : shareOf(paid, share, whole, step);
  const isIncluded = behavior === "inclusive";
  return {
    subtotal: amount,
    discount,
    tax,
    total: isIncluded ? paid : paid + tax,
    behavior,
    rate,
    taxable: isIncluded ? paid - tax : paid,
  };
}

function total(amounts: number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

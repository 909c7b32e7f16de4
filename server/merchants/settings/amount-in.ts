import { displayAmount, priceFault } from "../../domain/money.ts";
import { typedAmount } from "../../domain/typed-amount.ts";

/** The payment provider's limit. */
const maxAmount = 99_999_999;

/** A typed amount in the smallest unit, or a sentence about why it can't be charged. */
export function amountIn(text: string, currency: string): number | string {
  const amount = typedAmount(text, currency);
  if (typeof amount !== "number") return amount.fault;
  if (amount > maxAmount) return `It can be at most ${displayAmount(maxAmount, currency)}.`;
  const fault = priceFault(amount, currency);
  return fault === undefined ? amount : `It is ${fault}.`;
}

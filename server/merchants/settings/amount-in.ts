import { displayAmount, exampleAmount, priceFault, toMinorUnits } from "../../domain/money.ts";

/** The payment provider's limit. */
const maxAmount = 99_999_999;

/** A typed amount in the smallest unit, or a sentence about why it can't be charged. */
export function amountIn(text: string, currency: string): number | string {
  const amount = toMinorUnits(text, currency);
  if (amount === undefined) return `It must be an amount in ${currency}, such as ${exampleAmount(currency)}.`;
  if (amount > maxAmount) return `It can be at most ${displayAmount(maxAmount, currency)}.`;
  const fault = priceFault(amount, currency);
  return fault === undefined ? amount : `It is ${fault}.`;
}

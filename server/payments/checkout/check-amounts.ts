import type { Logger } from "pino";
import type { Outcome, Settling } from "../../database/queries/sessions/checkout-sessions.ts";
import type { Amounts } from "../../domain/amounts.ts";
import type { CheckoutSessionRecord } from "../../domain/checkout-session.ts";
import { isOfferedShipping } from "../../domain/offers.ts";

/** What differs from the session: the currency, one of the amounts, or the amount paid. */
export type Difference = "currency" | keyof Omit<Amounts, "tax"> | "amount";

export interface CheckAmountsParts {
  log: Logger;
  /** Counts payments that differ from what the session allowed. */
  count: (what: Difference) => void;
}

/**
 * Logs an error once when what was paid isn't what the session offered, for example because of a discount set in the
 * provider's dashboard. The order stores both.
 */
export function createCheckAmounts({ log, count }: CheckAmountsParts) {
  return ({ before, after }: Settling, { paid }: Outcome): void => {
    if (before.paymentOutcome === "paid" || after.paymentOutcome !== "paid" || paid === null) return;
    const difference = differenceOf(after, paid);
    if (difference === undefined) return;
    count(difference);
    const { id: checkoutSessionId, storeId, total, amounts, currency } = after;
    log.error(
      { checkoutSessionId, storeId, difference, expected: { amount: total, currency }, amounts, paid },
      "the amount paid at the payment provider differs from the checkout session's; the order records both",
    );
  };
}

function differenceOf(
  { currency, total, amounts, offers }: CheckoutSessionRecord,
  paid: NonNullable<Outcome["paid"]>,
): Difference | undefined {
  if (paid.currency !== currency) return "currency";
  if (amounts === null) return paid.amount === total ? undefined : "amount";
  if (amounts.subtotal !== total) return "subtotal";
  if (amounts.discount !== 0) return "discount";
  if (!isOfferedShipping(offers, amounts.shipping)) return "shipping";
  if (amounts.total !== amounts.subtotal - amounts.discount + amounts.shipping) return "total";
  return paid.amount === amounts.total ? undefined : "amount";
}

import type { Logger } from "pino";
import type { Outcome, Settling } from "../../database/queries/sessions/checkout-sessions.ts";

export interface PaidSumParts {
  log: Logger;
  /** Counts payments that differ from the session's total. */
  count: (what: "amount" | "currency") => void;
}

/**
 * Logs an error once when the amount paid differs from the session's total, for example because of a discount
 * set in the provider's dashboard. The order stores both amounts.
 */
export function createCheckPaidSum({ log, count }: PaidSumParts) {
  return ({ before, after }: Settling, { paid }: Outcome): void => {
    if (before.paymentOutcome === "paid" || after.paymentOutcome !== "paid" || paid === null) return;
    const isOtherCurrency = paid.currency !== after.currency;
    if (!isOtherCurrency && paid.amount === after.total) return;
    count(isOtherCurrency ? "currency" : "amount");
    const { id: checkoutSessionId, storeId, total, currency } = after;
    log.error(
      { checkoutSessionId, storeId, expected: { amount: total, currency }, paid },
      "the amount paid at the payment provider differs from the checkout session's; the order records both",
    );
  };
}

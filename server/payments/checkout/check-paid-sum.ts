import type { Logger } from "pino";
import type { Outcome, Settling } from "../../database/queries/sessions/checkout-sessions.ts";

export interface PaidSumParts {
  log: Logger;
  /** Counts the sums that weren't the session's. */
  count: (what: "amount" | "currency") => void;
}

export type CheckPaidSum = ReturnType<typeof createCheckPaidSum>;

/**
 * Logs an error, once, when the provider was paid another sum than the session's: a discount made in the provider's
 * dashboard, say, or a price that somebody changed on the way. The order keeps both sums.
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
      "the payment provider was paid another sum than the checkout session's; the order keeps both",
    );
  };
}

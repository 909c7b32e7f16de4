import type { Logger } from "pino";
import type { Outcome, Settling } from "../../database/queries/sessions/checkout-sessions.ts";
import { dueAtCheckout } from "../../domain/checkout.ts";
import type { DifferingPart } from "../../domain/paid-difference.ts";

/** Logs and counts a payment that isn't what the session offered; it was recorded with the order. */
export function createReportDifference({
  log,
  count,
}: {
  log: Logger;
  count: (what: DifferingPart) => void;
}) {
  return ({ after, difference }: Settling, { paid }: Pick<Outcome, "paid">): void => {
    if (!difference) return;
    count(difference.part);
    const { id: checkoutSessionId, storeId, amounts, currency } = after;
    const expected = { amount: dueAtCheckout(after), currency };
    log.error(
      { checkoutSessionId, storeId, difference: difference.part, expected, amounts, paid },
      "the amount paid at the payment provider differs from the checkout session's; the order records both",
    );
  };
}

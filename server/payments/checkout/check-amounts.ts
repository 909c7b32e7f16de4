import type { Logger } from "pino";
import type { Database } from "../../database/database.ts";
import type { Outcome, Settling } from "../../database/queries/sessions/checkout-sessions.ts";
import type { Amounts } from "../../domain/amounts.ts";
import { dueAtCheckout } from "../../domain/checkout.ts";
import type { CheckoutSessionRecord } from "../../domain/checkout-session.ts";
import { isOfferedShipping } from "../../domain/offers.ts";
import { isOwnDiscount } from "./own-discount.ts";

/** What differs from the session: the currency, one of the amounts, or the amount paid. */
export type Difference = "currency" | keyof Omit<Amounts, "tax"> | "amount";

export interface CheckAmountsParts {
  database: { promotionCodes: Pick<Database["promotionCodes"], "findOfProvider"> };
  log: Logger;
  /** Counts payments that differ from what the session allowed. */
  count: (what: Difference) => void;
}

/**
 * Logs an error once when what was paid isn't what the session offered, for example because of a discount set in the
 * provider's dashboard. The order stores both.
 */
export function createCheckAmounts({ database, log, count }: CheckAmountsParts) {
  return async ({ before, after }: Settling, { paid, appliedCodes }: Outcome): Promise<void> => {
    if (before.paymentOutcome === "paid" || after.paymentOutcome !== "paid" || paid === null) return;
    const difference = await differenceOf(after, { paid, appliedCodes });
    if (difference === undefined) return;
    count(difference);
    const { id: checkoutSessionId, storeId, amounts, currency } = after;
    const expected = { amount: dueAtCheckout(after), currency };
    log.error(
      { checkoutSessionId, storeId, difference, expected, amounts, paid },
      "the amount paid at the payment provider differs from the checkout session's; the order records both",
    );
  };

  async function differenceOf(
    session: CheckoutSessionRecord,
    { paid, appliedCodes }: Pick<Outcome, "appliedCodes"> & { paid: NonNullable<Outcome["paid"]> },
  ): Promise<Difference | undefined> {
    const { currency, amounts, offers } = session;
    const total = dueAtCheckout(session);
    if (paid.currency !== currency) return "currency";
    if (amounts === null) return paid.amount === total ? undefined : "amount";
    if (amounts.subtotal !== total) return "subtotal";
    if (amounts.discount !== 0 && !(await isOfOwnCode(session, amounts, appliedCodes))) return "discount";
    if (!isOfferedShipping(offers, amounts.shipping)) return "shipping";
    const taxOnTop = offers?.tax === "exclusive" ? amounts.tax : 0;
    if (amounts.total !== amounts.subtotal - amounts.discount + amounts.shipping + taxOnTop) return "total";
    return paid.amount === amounts.total ? undefined : "amount";
  }

  async function isOfOwnCode(
    { storeId, account, offers, lines }: CheckoutSessionRecord,
    { subtotal, discount }: Amounts,
    codes: (string | null)[],
  ): Promise<boolean> {
    if (!offers?.takesCodes) return false;
    if (offers.code !== undefined && !codes.includes(offers.code)) return false;
    return isOwnDiscount({ storeId, account, codes, subtotal, discount, lineCount: lines.length }, database);
  }
}

import type { Logger } from "pino";
import type { Database } from "../../database/database.ts";
import type { RenewalTerms } from "../../database/queries/buyers/subscriptions.ts";
import { includesTax } from "../../domain/amounts.ts";
import { chargeStepOf } from "../../domain/money.ts";
import { onlyCode, type PaidDifference, unequal } from "../../domain/paid-difference.ts";
import { isDiscountOf } from "../../domain/promotion-code.ts";
import { isPricedAs, isSubtotalOf, unitPricesAt } from "../../domain/renewal-prices.ts";
import type { SubscriptionState } from "../checkout/session-outcome.ts";
import type { InvoiceState } from "../events/invoice-state.ts";
import type { Provider } from "../provider/provider.ts";

export interface DifferingRenewal {
  orderId: string;
  difference: PaidDifference["part"];
}

export interface CheckRenewalParts {
  database: {
    subscriptions: Pick<Database["subscriptions"], "renewalTerms">;
    promotionCodes: Pick<Database["promotionCodes"], "findOfProvider">;
    paymentDifferences: Pick<Database["paymentDifferences"], "record">;
  };
  provider: Pick<Provider, "readAppliedCodes">;
  log: Logger;
  /** Counts renewals that cost something other than expected. */
  count: (renewal: DifferingRenewal) => void;
}

/** Called once for each paid invoice of a subscription, after its payments are recorded. */
export type CheckRenewal = (
  subscription: Pick<SubscriptionState, "id" | "checkoutSessionId">,
  invoice: InvoiceState,
) => Promise<void>;

/**
 * Records for the merchant, and logs, when a renewal didn't cost what the buyer agreed to, or what the merchant has changed it to since, for
 * example because of a change in the provider's dashboard. Prorations are left out.
 */
export function createCheckRenewal({ database, provider, log, count }: CheckRenewalParts): CheckRenewal {
  const { subscriptions, paymentDifferences } = database;

  return async ({ id, checkoutSessionId }, invoice) => {
    if (!invoice.sums.isForPeriod || !invoice.isPaid || checkoutSessionId === null) return;
    const terms = await subscriptions.renewalTerms({ id, checkoutSessionId });
    if (!terms) return;
    const found = await differenceOf(terms, invoice);
    if (!found) return;
    const { storeId, orderId, lines, changes, currency } = terms;
    const { sums, paid } = invoice;
    const { part: difference } = found;
    await paymentDifferences.record({
      ...found,
      ...{ id: invoice.id, storeId, orderId, isRenewal: true },
      ...{ expectedCurrency: currency, currency: paid.currency },
    });
    count({ orderId, difference });
    const prices = lines.map((line) => ({
      quantity: line.quantity,
      priceInCents: unitPricesAt(line, changes, sums.createdAt),
    }));
    log.error(
      {
        ...{ subscriptionId: id, storeId, orderId, invoiceId: invoice.id, difference },
        ...{ expected: { lines: prices, currency }, invoiced: sums, paid },
      },
      "a renewal paid at the payment provider differs from the subscription's price; the order records what was paid",
    );
  };

  async function differenceOf(
    terms: RenewalTerms,
    invoice: InvoiceState,
  ): Promise<PaidDifference | undefined> {
    const { paid, sums } = invoice;
    const { lines: invoiced, createdAt: at, subtotal, discount, taxOnTop, total } = sums;
    const { lines, changes } = terms;
    const agreed = lines.reduce(
      (sum, line) => sum + line.quantity * (unitPricesAt(line, changes, at).at(-1) ?? 0),
      0,
    );
    if (paid.currency !== terms.currency) return { part: "currency", expected: agreed, charged: paid.amount };
    const isPriced =
      invoiced === null
        ? isSubtotalOf(lines, { changes, subtotal, at })
        : isPricedAs(lines, { changes, invoiced, at });
    if (!isPriced) {
      const charged = invoiced?.reduce((sum, { amount }) => sum + amount, 0) ?? subtotal;
      return { part: "price", expected: agreed, charged };
    }
    if (discount !== 0 && !(await isOfOwnCode(terms, invoice))) {
      return { part: "discount", expected: null, charged: discount };
    }
    const sum = subtotal - discount + expectedTax(terms, taxOnTop);
    return unequal("total", sum, total) ?? unequal("amount", sums.due, paid.amount);
  }

  /** The store's codes reduce one payment, so a renewal has a discount only if it is the first payment, after a trial. */
  async function isOfOwnCode(
    { storeId, account, currency, lines, paidInvoices }: RenewalTerms,
    { id, sums: { subtotal, discount } }: InvoiceState,
  ): Promise<boolean> {
    if (paidInvoices.some((invoiceId) => invoiceId !== id)) return false;
    // If they can't be read now, nothing reports this payment later.
    const codes = await provider.readAppliedCodes({ id, account }).catch(() => []);
    const providerId = onlyCode(codes);
    if (providerId === undefined) return false;
    const address = { storeId, account, providerId };
    const code = await database.promotionCodes.findOfProvider(address).catch(() => undefined);
    const rounded = { lineCount: lines.length, step: chargeStepOf(currency) };
    return code !== undefined && isDiscountOf(code, { subtotal, discount, ...rounded });
  }
}

/** The tax on top of the prices: none if the first payment's tax was contained in them. */
function expectedTax({ amounts }: RenewalTerms, taxOnTop: number): number {
  return amounts !== null && amounts.tax > 0 && includesTax(amounts) ? 0 : taxOnTop;
}

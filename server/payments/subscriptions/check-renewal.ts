import type { Logger } from "pino";
import type { Database } from "../../database/database.ts";
import type { RenewalTerms } from "../../database/queries/buyers/subscriptions.ts";
import { includesTax } from "../../domain/amounts.ts";
import { isPricedAs, isSubtotalOf, unitPricesAt } from "../../domain/renewal-prices.ts";
import { isOwnDiscount } from "../checkout/own-discount.ts";
import type { SubscriptionState } from "../checkout/session-outcome.ts";
import type { InvoiceState } from "../events/invoice-state.ts";
import type { Provider } from "../provider/provider.ts";

/** What differs from the subscription's terms. */
type Difference = "currency" | "price" | "discount" | "total" | "amount";

export interface DifferingRenewal {
  orderId: string;
  difference: Difference;
}

export interface CheckRenewalParts {
  database: {
    subscriptions: Pick<Database["subscriptions"], "renewalTerms">;
    promotionCodes: Pick<Database["promotionCodes"], "findOfProvider">;
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
 * Logs an error when a renewal didn't cost what the buyer agreed to, or what the merchant has changed it to since, for
 * example because of a change in the provider's dashboard. Prorations are left out.
 */
export function createCheckRenewal({ database, provider, log, count }: CheckRenewalParts): CheckRenewal {
  const { subscriptions } = database;

  return async ({ id, checkoutSessionId }, invoice) => {
    if (!invoice.sums.isForPeriod || !invoice.isPaid || checkoutSessionId === null) return;
    const terms = await subscriptions.renewalTerms({ id, checkoutSessionId });
    if (!terms) return;
    const difference = await differenceOf(terms, invoice);
    if (difference === undefined) return;
    const { storeId, orderId, lines, changes, currency } = terms;
    count({ orderId, difference });
    const { sums, paid } = invoice;
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

  async function differenceOf(terms: RenewalTerms, invoice: InvoiceState): Promise<Difference | undefined> {
    const { paid, sums } = invoice;
    const { lines: invoiced, createdAt: at, subtotal, discount, taxOnTop, total } = sums;
    if (paid.currency !== terms.currency) return "currency";
    const { lines, changes } = terms;
    const isPriced =
      invoiced === null
        ? isSubtotalOf(lines, { changes, subtotal, at })
        : isPricedAs(lines, { changes, invoiced, at });
    if (!isPriced) return "price";
    if (discount !== 0 && !(await isOfOwnCode(terms, invoice))) return "discount";
    if (total !== subtotal - discount + expectedTax(terms, taxOnTop)) return "total";
    return paid.amount === sums.due ? undefined : "amount";
  }

  /** The store's codes reduce one payment, so a renewal has a discount only if it is the first payment, after a trial. */
  async function isOfOwnCode(
    { storeId, account, lines, paidInvoices }: RenewalTerms,
    { id, sums: { subtotal, discount } }: InvoiceState,
  ): Promise<boolean> {
    if (paidInvoices.some((invoiceId) => invoiceId !== id)) return false;
    // If they can't be read now, nothing reports this payment later.
    const codes = await provider.readAppliedCodes({ id, account }).catch(() => []);
    return isOwnDiscount({ storeId, account, codes, subtotal, discount, lineCount: lines.length }, database);
  }
}

/** The tax on top of the prices: none if the first payment's tax was contained in them. */
function expectedTax({ amounts }: RenewalTerms, taxOnTop: number): number {
  return amounts !== null && amounts.tax > 0 && includesTax(amounts) ? 0 : taxOnTop;
}

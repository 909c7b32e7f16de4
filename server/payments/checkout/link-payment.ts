import type { Database } from "../../database/database.ts";
import type { Queries } from "../../database/engines/engine.ts";
import { recordRenewal } from "../../database/queries/buyers/save-subscription.ts";
import { recordPayments } from "../../database/queries/orders/record-payments.ts";
import type { Provider, ProviderObject } from "../provider/provider.ts";

export interface LinkPaymentParts {
  database: Pick<Database, "checkoutSessions" | "orders">;
  provider: Pick<Provider, "findInvoice" | "readSubscription">;
}

/** Finds the order of a payment, and returns a function that records it there; undefined for an unknown payment. */
export type LinkPayment = (
  payment: ProviderObject,
) => Promise<((db: Queries, now: number) => Promise<void>) | undefined>;

/**
 * A subscription's payment names neither its order nor its subscription. If it isn't known here, because its event was
 * lost or an older version received it, its invoice leads to the checkout session.
 */
export function createLinkPayment({ database, provider }: LinkPaymentParts): LinkPayment {
  const { checkoutSessions, orders } = database;
  return async ({ id, account }) => {
    if (await orders.hasPayment(id)) return async () => {};
    const invoice = await provider.findInvoice({ id, account });
    if (!invoice?.subscriptionId) return undefined;
    const { checkoutSessionId } = await provider.readSubscription({ id: invoice.subscriptionId, account });
    if (checkoutSessionId === null) return undefined;
    const session = await checkoutSessions.findOfProvider("", checkoutSessionId);
    // The session may have been deleted since; its order is kept.
    const soldOn = session ? session.account : await orders.accountOf(checkoutSessionId);
    if (soldOn !== account) return undefined;
    const { subscriptionId, payments } = invoice;
    return async (db, now) => {
      const isRenewal = await recordPayments(db, { checkoutSessionId, account }, payments, now);
      if (isRenewal) await recordRenewal(db, subscriptionId, now);
    };
  };
}

import type { Database } from "../../database/database.ts";
import type { Queries } from "../../database/engines/queries.ts";
import { recordRenewal } from "../../database/queries/buyers/save-subscription.ts";
import { recordPayments } from "../../database/queries/orders/record-payments.ts";
import type { CheckoutSessionRecord } from "../../domain/checkout-session.ts";
import type { ProviderObject } from "../provider/call-provider.ts";
import type { Provider } from "../provider/provider.ts";

export interface LinkPaymentParts {
  database: Pick<Database, "checkoutSessions" | "orders">;
  provider: Pick<Provider, "findInvoice" | "findSession" | "readSubscription">;
  /** Stores the provider's state of a session, which creates its order. */
  settle: (session: CheckoutSessionRecord) => Promise<void>;
}

/**
 * Finds the order of a payment and returns a function that records the payment on it. Undefined for an unknown payment.
 */
export type LinkPayment = (
  payment: ProviderObject,
) => Promise<((db: Queries, now: number) => Promise<void>) | undefined>;

/**
 * Events about a payment may arrive before its purchase, so this creates the order first. A subscription
 * payment names neither order nor subscription; its invoice leads to the checkout session.
 */
export function createLinkPayment({ database, provider, settle }: LinkPaymentParts): LinkPayment {
  const { checkoutSessions, orders } = database;

  return async ({ id, account }) => {
    if (await orders.hasPayment(id)) return async () => {};
    const invoice = await provider.findInvoice({ id, account });
    // A single payment may have an invoice too.
    if (!invoice?.subscriptionId) return (await settlePurchase({ id, account })) ? async () => {} : undefined;
    const { checkoutSessionId } = await provider.readSubscription({ id: invoice.subscriptionId, account });
    if (checkoutSessionId === null) return undefined;
    const session = await checkoutSessions.findOfProvider("", checkoutSessionId);
    // The session may have been deleted, but its order is kept.
    const soldOn = session ? session.account : await orders.accountOf(checkoutSessionId);
    if (soldOn !== account) return undefined;
    if (session && session.paymentOutcome !== "paid") await settle(session);
    const { subscriptionId, payments } = invoice;
    return async (db, now) => {
      const isRenewal = await recordPayments(db, { checkoutSessionId, account }, payments, now);
      if (isRenewal) await recordRenewal(db, subscriptionId, now);
    };
  };

  /** Returns whether it was one of our purchases. */
  async function settlePurchase({ id, account }: ProviderObject): Promise<boolean> {
    const ofAgent = await checkoutSessions.findOfProvider(id, null);
    if (ofAgent?.account === account) {
      await settle(ofAgent);
      return true;
    }
    const found = await provider.findSession({ id, account });
    if (!found) return false;
    const session = await checkoutSessions.findOfProvider(found.providerId, found.checkoutSessionId);
    if (session?.providerId !== found.providerId || session.account !== account) return false;
    await settle(session);
    return true;
  }
}

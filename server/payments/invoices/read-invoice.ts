import type { Database } from "../../database/database.ts";
import type { InvoiceLinks, Provider } from "../provider/provider.ts";

interface InvoiceAddress {
  storeId: string;
  orderId: string;
  /** The provider's `pi_…`; undefined for the order's first payment. */
  paymentId?: string | undefined;
}

/** Reads the links to a payment's invoice from the provider. Undefined if the store has no such payment, or it has no invoice. */
export type ReadInvoice = (address: InvoiceAddress) => Promise<InvoiceLinks | undefined>;

export interface ReadInvoiceParts {
  database: Pick<Database, "orders">;
  provider: Pick<Provider, "readInvoiceLinks">;
}

export function createReadInvoice({ database: { orders }, provider }: ReadInvoiceParts): ReadInvoice {
  return async ({ storeId, orderId, paymentId }) => {
    const order = await orders.find({ storeId, orderId });
    const payment = order?.payments.find(({ id }) => paymentId === undefined || id === paymentId);
    if (!order || !payment) return undefined;
    const account = (await orders.accountOf(order.checkoutSessionId)) ?? null;
    return provider.readInvoiceLinks({ id: payment.id, invoiceId: payment.invoiceId, account });
  };
}

import type { Database } from "../../database/database.ts";
import { expectsInvoice, invoicesPath } from "../../domain/invoice-link.ts";
import type { Order } from "../../domain/order.ts";

export interface InvoiceLink {
  url: string;
  expiresAt: number;
}

/**
 * Makes the link of a mail, the same in each attempt, to an address of the shop that reads the invoice's link when it is followed. The provider may make
 * the invoice after the mail is sent. Undefined if no invoice is to be expected.
 */
export async function createInvoiceLink(
  order: Order,
  store: { createsInvoices: boolean },
  { invoiceLinks }: Pick<Database, "invoiceLinks">,
  { publicUrl, secret }: { publicUrl: string; secret: string },
): Promise<InvoiceLink | undefined> {
  if (!expectsInvoice(order, store)) return undefined;
  const { token, expiresAt } = await invoiceLinks.create(
    { storeId: order.storeId, orderId: order.id },
    secret,
  );
  return { url: `${publicUrl}${invoicesPath}/${token}`, expiresAt };
}

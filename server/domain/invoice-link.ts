import { randomPart } from "./ids.ts";

/** The secret part of an address. The log removes texts with this prefix. */
export function newInvoiceToken(part = randomPart()): string {
  return `ivl_${part}`;
}

export function isInvoiceToken(text: string): boolean {
  return /^ivl_[0-9a-z]{26}$/.test(text);
}

/** How long an address works, in milliseconds: about as long as the provider's own links. */
export const invoiceLinkMs = 30 * 24 * 60 * 60 * 1000;

/** Below the shop's public URL. */
export const invoicesPath = "/invoices";

/** Whether an invoice of the order's first payment is to be expected. */
export function expectsInvoice(
  { payments, subscriptionId }: { payments: { invoiceId: string | null }[]; subscriptionId: string | null },
  { createsInvoices }: { createsInvoices: boolean },
): boolean {
  const [first] = payments;
  if (!first) return false;
  return createsInvoices || subscriptionId !== null || first.invoiceId !== null;
}

import { addressOf, contextOf } from "@counterpart/server";
import type { Page } from "@counterpart/server/express";
import type { Logger } from "pino";
import { fairCalls } from "../../database/concurrency/fair-calls.ts";
import type { Database } from "../../database/database.ts";
import { invoicesPath, isInvoiceToken } from "../../domain/invoice-link.ts";
import { mailLocale } from "../../domain/mails/mail-locale.ts";
import type { ReadInvoice } from "../../payments/invoices/read-invoice.ts";
import { type CountLinkRequest, sendLinkPage } from "./link-pages.ts";

interface InvoicePageParts {
  services: { database: Pick<Database, "invoiceLinks" | "orders" | "stores">; readInvoice: ReadInvoice };
  countRequest: CountLinkRequest;
  log: Logger;
}

/**
 * Leads the links in mails to the invoice at the provider, whose own links change and aren't stored. The address is the credential:
 * it is random, and expires.
 */
export function invoicePage({
  services: { database, readInvoice },
  countRequest,
  log,
}: InvoicePageParts): Page {
  const lookUps = fairCalls({
    ...{ maxRunning: 4, maxWaitingPerGroup: 30, maxWaiting: 100, timeoutMs: 2000 },
    refusal: () => new Error("Too many invoices are being looked up at once."),
  });

  async function find(token: string) {
    const address = isInvoiceToken(token) ? await database.invoiceLinks.find(token) : undefined;
    const order = address && (await database.orders.find(address));
    // The invoice has what was erased.
    return order && order.customerEmail !== null ? order : undefined;
  }

  return {
    method: "GET",
    path: `${invoicesPath}/{token}`,
    handler: async (req, res) => {
      res.set({ "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" });
      if (!(await countRequest(req, res))) return;
      try {
        const order = await lookUps(addressOf(req), () => find(contextOf(res).pathParams.token ?? ""));
        if (!order) return await sendLinkPage(req, res, "invoiceGone");
        const { id: orderId, storeId, locale } = order;
        const invoice = await readInvoice({ storeId, orderId });
        if (invoice) return res.redirect(302, invoice.url);
        const storeName = (await database.stores.find(storeId))?.name ?? null;
        await sendLinkPage(req, res, "noInvoice", { language: mailLocale(locale), storeName });
      } catch (err) {
        log.error({ err }, "could not open an invoice");
        res.set("Retry-After", "30");
        await sendLinkPage(req, res, "busy");
      }
    },
  };
}

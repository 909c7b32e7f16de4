import type { Database } from "../../database/database.ts";
import { expectsInvoice, invoicesPath } from "../../domain/invoice-link.ts";
import type { Order } from "../../domain/order.ts";
import { nameWithOptions } from "../../domain/product.ts";
import { downloadsPath, isDownloadable, mailedDownloadMs } from "../../domain/product-file.ts";

/** Links to the files of an order's digital products. */
export interface DownloadLinks {
  files: { productName: string; fileName: string; url: string }[];
  /** When the first of them stops working. */
  expiresAt: number;
}

/**
 * Makes the links of a mail. Undefined if nothing can be downloaded.
 * @param secret the mail's, so that each attempt has the same links, of which a failed one may have arrived
 */
export async function createDownloadLinks(
  order: Order,
  { downloads, productFiles }: Pick<Database, "downloads" | "productFiles">,
  { publicUrl, secret }: { publicUrl: string; secret: string },
): Promise<DownloadLinks | undefined> {
  if (!isDownloadable(order)) return undefined;
  const { id: orderId, storeId, lines } = order;
  const productIds = lines.map(({ productId }) => productId);
  const found = await productFiles.findMany({ storeId, productIds });
  const links = [];
  for (const line of lines) {
    const { productId } = line;
    const file = found.find((one) => one.productId === productId);
    if (!file) continue;
    const { token, expiresAt } = await downloads.createLink(
      { storeId, orderId, productId },
      { lifetimeMs: mailedDownloadMs, secret },
    );
    links.push({
      productName: nameWithOptions(line),
      fileName: file.name,
      url: `${publicUrl}${downloadsPath}/${token}`,
      expiresAt,
    });
  }
  const [first] = links;
  return first && { files: links, expiresAt: first.expiresAt };
}

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

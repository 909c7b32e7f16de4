import type { Clock } from "../../../domain/clock.ts";
import { invoiceLinkMs, newInvoiceToken } from "../../../domain/invoice-link.ts";
import type { Engine } from "../../engines/engine.ts";
import { findLink, type LineAddress, saveLink } from "./links.ts";

type OrderAddress = Omit<LineAddress, "productId">;

/** Addresses of invoices are stored like those of files, but belong to no product. */
const productId = "";

export function invoiceLinkQueries(engine: Engine, clock: Clock) {
  return {
    /** Records a new address for an order's invoice. */
    async create({ storeId, orderId }: OrderAddress): Promise<{ token: string; expiresAt: number }> {
      const link = { token: newInvoiceToken(), expiresAt: clock() + invoiceLinkMs };
      await saveLink(engine, { storeId, orderId, productId }, link);
      return link;
    },

    /** Undefined for an unknown or expired token. */
    async find(token: string): Promise<OrderAddress | undefined> {
      const found = await findLink(engine, { token, now: clock() });
      return found?.productId === productId ? found : undefined;
    },
  };
}

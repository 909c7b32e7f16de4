import type { Clock } from "../../../domain/clock.ts";
import { derivedPart } from "../../../domain/ids.ts";
import { invoiceLinkMs, newInvoiceToken } from "../../../domain/invoice-link.ts";
import type { Engine } from "../../engines/engine.ts";
import { findLink, type LineAddress, saveLink } from "./links.ts";

type OrderAddress = Omit<LineAddress, "productId">;

/** Addresses of invoices are stored like those of files, but belong to no product. */
const productId = "";

export function invoiceLinkQueries(engine: Engine, clock: Clock) {
  return {
    /**
     * Records an address for an order's invoice.
     * @param secret the same secret gives the order the same address
     */
    async create(
      { storeId, orderId }: OrderAddress,
      secret?: string,
    ): Promise<{ token: string; expiresAt: number }> {
      const part = secret === undefined ? undefined : derivedPart(secret, orderId);
      const link = { token: newInvoiceToken(part), expiresAt: clock() + invoiceLinkMs };
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

import type { Clock } from "../../../domain/clock.ts";
import { invoiceLinkMs, newInvoiceToken } from "../../../domain/invoice-link.ts";
import { secretHash } from "../../../domain/secret-hash.ts";
import type { Engine } from "../../engines/engine.ts";
import type { LineAddress } from "./downloads.ts";

type OrderAddress = Omit<LineAddress, "productId">;

/** Addresses of invoices are stored like those of files, but belong to no product. */
const noProduct = "";

export function invoiceLinkQueries(engine: Engine, clock: Clock) {
  return {
    /** Records a new address for an order's invoice. Only the hash of its token is stored. */
    async create({ storeId, orderId }: OrderAddress): Promise<{ token: string; expiresAt: number }> {
      const token = newInvoiceToken();
      const expiresAt = clock() + invoiceLinkMs;
      const order = { store_id: storeId, order_id: orderId, product_id: noProduct };
      await engine.writeOne((db) =>
        db
          .insertInto("download_links")
          .values({ ...order, hash: secretHash(token), expires_at: expiresAt })
          .execute(),
      );
      return { token, expiresAt };
    },

    /** Undefined for an unknown or expired token. */
    async find(token: string): Promise<OrderAddress | undefined> {
      const row = await engine.read
        .selectFrom("download_links")
        .selectAll()
        .where("hash", "=", secretHash(token))
        .where("product_id", "=", noProduct)
        .where("expires_at", ">", clock())
        .executeTakeFirst();
      return row && { storeId: row.store_id, orderId: row.order_id };
    },
  };
}

import type { Clock } from "../../../domain/clock.ts";
import { downloadLinkMs, newDownloadToken } from "../../../domain/product-file.ts";
import { secretHash } from "../../../domain/secret-hash.ts";
import type { Engine } from "../../engines/engine.ts";

export interface LineAddress {
  storeId: string;
  orderId: string;
  productId: string;
}

export interface DownloadCount {
  productId: string;
  count: number;
  /** Milliseconds since 1970. */
  lastAt: number;
}

export function downloadQueries(engine: Engine, clock: Clock) {
  return {
    /** Records a new address for an order's line. Only the hash of its token is stored. */
    async createLink({ storeId, orderId, productId }: LineAddress, lifetimeMs = downloadLinkMs) {
      const token = newDownloadToken();
      const expiresAt = clock() + lifetimeMs;
      const line = { store_id: storeId, order_id: orderId, product_id: productId };
      await engine.writeOne((db) =>
        db
          .insertInto("download_links")
          .values({ ...line, hash: secretHash(token), expires_at: expiresAt })
          .execute(),
      );
      return { token, expiresAt };
    },

    /** Undefined for an unknown or expired token. */
    async findLink(token: string): Promise<LineAddress | undefined> {
      const row = await engine.read
        .selectFrom("download_links")
        .selectAll()
        .where("hash", "=", secretHash(token))
        .where("expires_at", ">", clock())
        .executeTakeFirst();
      return row && { storeId: row.store_id, orderId: row.order_id, productId: row.product_id };
    },

    /** Counts a download of an order's line. */
    async count({ orderId, productId }: LineAddress): Promise<void> {
      const now = clock();
      await engine.writeOne((db) =>
        db
          .insertInto("order_downloads")
          .values({ order_id: orderId, product_id: productId, count: 1, last_at: now })
          .onConflict((c) =>
            c.columns(["order_id", "product_id"]).doUpdateSet((eb) => ({
              count: eb("order_downloads.count", "+", 1),
              last_at: now,
            })),
          )
          .execute(),
      );
    },

    /** The lines of an order that were downloaded. */
    async counts(orderId: string): Promise<DownloadCount[]> {
      const rows = await engine.read
        .selectFrom("order_downloads")
        .selectAll()
        .where("order_id", "=", orderId)
        .execute();
      return rows.map(({ product_id: productId, count, last_at: lastAt }) => ({ productId, count, lastAt }));
    },
  };
}

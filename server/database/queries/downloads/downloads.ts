import type { Clock } from "../../../domain/clock.ts";
import { derivedPart } from "../../../domain/ids.ts";
import { invoiceLinkMs, newInvoiceToken } from "../../../domain/invoice-link.ts";
import { downloadLinkMs, newDownloadToken } from "../../../domain/product-file.ts";
import { secretHash } from "../../../domain/secret-hash.ts";
import type { Engine } from "../../engines/engine.ts";
import { findLink, type LineAddress, saveLink } from "./links.ts";

export interface DownloadCount {
  productId: string;
  count: number;
  /** Milliseconds since 1970. */
  lastAt: number;
}

interface LinkOptions {
  lifetimeMs?: number;
  secret?: string;
}

export function downloadQueries(engine: Engine, clock: Clock) {
  return {
    /**
     * Records a new address for an order's line.
     * @param secret the same secret gives the line the same address
     */
    async createLink(address: LineAddress, { lifetimeMs = downloadLinkMs, secret }: LinkOptions = {}) {
      const part = secret === undefined ? undefined : derivedPart(secret, address.orderId, address.productId);
      const link = { token: newDownloadToken(part), expiresAt: clock() + lifetimeMs };
      await saveLink(engine, address, link);
      return link;
    },

    /** Undefined for an unknown or expired token. */
    findLink: (token: string) => findLink(engine, { token, now: clock() }),

    /**
     * Records that bytes of a file are sent through an address. Returns whether they begin a download: ranges that together
     * aren't more than the file are one.
     */
    async begin({ token, bytes, fileBytes }: { token: string; bytes: number; fileBytes: number }) {
      const hash = secretHash(token);
      return engine.write(async (db) => {
        const link = await db
          .selectFrom("download_links")
          .select("rest_bytes")
          .where("hash", "=", hash)
          .forUpdate()
          .executeTakeFirst();
        const isWhole = bytes === fileBytes;
        const isRest = !isWhole && link !== undefined && bytes <= link.rest_bytes;
        // An interrupted download is resumed with its rest, which the server can't know exactly.
        const before = isRest ? link.rest_bytes : fileBytes;
        await db
          .updateTable("download_links")
          .set({ rest_bytes: isWhole ? fileBytes : before - bytes })
          .where("hash", "=", hash)
          .execute();
        return !isRest;
      });
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

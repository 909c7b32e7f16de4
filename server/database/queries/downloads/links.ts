import { secretHash } from "../../../domain/secret-hash.ts";
import type { Engine } from "../../engines/engine.ts";

/** What an address leads to. */
export interface LineAddress {
  storeId: string;
  orderId: string;
  productId: string;
}

/** Records an address, or a later end of a known one. Only the hash of its token is stored. */
export async function saveLink(
  engine: Engine,
  { storeId, orderId, productId }: LineAddress,
  { token, expiresAt }: { token: string; expiresAt: number },
): Promise<void> {
  const line = { store_id: storeId, order_id: orderId, product_id: productId };
  await engine.writeOne((db) =>
    db
      .insertInto("download_links")
      .values({ ...line, hash: secretHash(token), expires_at: expiresAt })
      .onConflict((c) => c.column("hash").doUpdateSet({ expires_at: expiresAt }))
      .execute(),
  );
}

/** Undefined for an unknown or expired token. */
export async function findLink(
  engine: Engine,
  { token, now }: { token: string; now: number },
): Promise<LineAddress | undefined> {
  const row = await engine.read
    .selectFrom("download_links")
    .selectAll()
    .where("hash", "=", secretHash(token))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row && { storeId: row.store_id, orderId: row.order_id, productId: row.product_id };
}

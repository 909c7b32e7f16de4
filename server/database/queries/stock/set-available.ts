import type { Queries } from "../../engines/queries.ts";
import { recordLowStock } from "./record-low-stock.ts";
import { lockStock } from "./stock.ts";

/** Sets how many of a product can be sold, beside those that open sessions have reserved; null to count it no longer. */
export async function setAvailable(
  db: Queries,
  { storeId, productId }: { storeId: string; productId: string },
  stock: number | null,
  now: number,
): Promise<void> {
  const before = await lockStock(db, [productId]);
  if (stock === null) {
    await db.deleteFrom("product_stock").where("product_id", "=", productId).execute();
    return;
  }
  const { reserved } = before.get(productId) ?? { reserved: 0 };
  const quantity = stock + reserved;
  await db
    .insertInto("product_stock")
    .values({ product_id: productId, store_id: storeId, quantity, reserved })
    .onConflict((c) => c.column("product_id").doUpdateSet({ quantity }))
    .execute();
  await recordLowStock(db, { storeId, now }, before, new Map([[productId, { quantity, reserved }]]));
}

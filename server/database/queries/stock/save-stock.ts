import type { Queries } from "../../engines/queries.ts";
import { lockStock, type StockLevel } from "./stock.ts";

const rowsPerStatement = 500;

/** The levels of a store's counted products. */
export async function readAllLevels(db: Queries, storeId: string): Promise<Map<string, StockLevel>> {
  const rows = await db
    .selectFrom("product_stock")
    .select(["product_id", "quantity", "reserved"])
    .where("store_id", "=", storeId)
    .execute();
  return new Map(rows.map(({ product_id, ...level }) => [product_id, level]));
}

/** Sets how many there are of each product; null for a product that is no longer counted. */
export async function saveStock(
  db: Queries,
  storeId: string,
  quantities: ReadonlyMap<string, number | null>,
): Promise<void> {
  // In the order in which checkouts lock them.
  const sorted = [...quantities].sort(([one], [other]) => (one < other ? -1 : 1));
  for (let at = 0; at < sorted.length; at += rowsPerStatement) {
    const part = sorted.slice(at, at + rowsPerStatement);
    await lockStock(
      db,
      part.map(([id]) => id),
    );
    const uncounted = part.flatMap(([id, quantity]) => (quantity === null ? [id] : []));
    const counted = part.flatMap(([product_id, quantity]) =>
      quantity === null ? [] : [{ product_id, store_id: storeId, quantity, reserved: 0 }],
    );
    if (uncounted.length > 0) {
      await db.deleteFrom("product_stock").where("product_id", "in", uncounted).execute();
    }
    if (counted.length > 0) {
      await db
        .insertInto("product_stock")
        .values(counted)
        .onConflict((c) =>
          c.column("product_id").doUpdateSet((eb) => ({ quantity: eb.ref("excluded.quantity") })),
        )
        .execute();
    }
  }
}

import type { Queries } from "../../engines/queries.ts";

/** A product's place in the merchant's order, also if it was deleted lately. Undefined when the store has no such product. */
export async function placeOf(
  db: Queries,
  { storeId, productId }: { storeId: string; productId: string },
): Promise<number | undefined> {
  for (const table of ["products", "deleted_products"] as const) {
    const row = await db
      .selectFrom(table)
      .select("position")
      .where("store_id", "=", storeId)
      .where("id", "=", productId)
      .executeTakeFirst();
    if (row) return row.position;
  }
  return undefined;
}

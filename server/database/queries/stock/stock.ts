import { sql } from "kysely";
import type { StockLine } from "../../../domain/stock.ts";
import type { Queries } from "../../engines/queries.ts";

/** How many of a product there are. */
export interface StockLevel {
  /** Including the reserved ones. Negative if more were sold than there were. */
  quantity: number;
  /** In open checkout sessions. */
  reserved: number;
}

/** The levels of the counted ones of these products. Locks them, in an order that all transactions share. */
export async function lockStock(db: Queries, productIds: string[]): Promise<Map<string, StockLevel>> {
  // PostgreSQL has no empty list.
  if (productIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("product_stock")
    .select(["product_id", "quantity", "reserved"])
    .where("product_id", "in", productIds)
    .orderBy("product_id")
    .forUpdate()
    .execute();
  return toLevels(rows);
}

function toLevels(rows: ({ product_id: string } & StockLevel)[]): Map<string, StockLevel> {
  return new Map(rows.map(({ product_id, ...level }) => [product_id, level]));
}

/** Adds to the quantities of locked products. */
export async function addToStock(
  db: Queries,
  lines: StockLine[],
  { onHand, reserved }: { onHand: number; reserved: number },
): Promise<void> {
  const quantity = sql<number>`case product_id ${sql.join(
    lines.map((line) => sql`when ${line.productId} then ${sql.lit(line.quantity)}`),
    sql` `,
  )} else 0 end`;
  await db
    .updateTable("product_stock")
    .set((eb) => ({
      quantity: sql<number>`${eb.ref("quantity")} + ${sql.lit(onHand)} * ${quantity}`,
      reserved: sql<number>`${eb.ref("reserved")} + ${sql.lit(reserved)} * ${quantity}`,
    }))
    .where(
      "product_id",
      "in",
      lines.map(({ productId }) => productId),
    )
    .execute();
}

/** More ids than a page or a cart has: then all of the store's products are read. */
const maxIds = 1000;

/** The levels of the counted ones of these products of one store. */
export async function readLevels(
  db: Queries,
  storeId: string,
  productIds: string[],
): Promise<Map<string, StockLevel>> {
  if (productIds.length === 0) return new Map();
  const levels = db
    .selectFrom("product_stock")
    .select(["product_id", "quantity", "reserved"])
    .where("store_id", "=", storeId);
  const rows = await (productIds.length > maxIds
    ? levels
    : levels.where("product_id", "in", productIds)
  ).execute();
  return toLevels(rows);
}

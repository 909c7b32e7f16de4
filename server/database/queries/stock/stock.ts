import { sql } from "kysely";
import type { SnapshotLine } from "../../../domain/checkout.ts";
import { nameWithOptions } from "../../../domain/product.ts";
import {
  outOfStock,
  productIdsOf,
  quantityOf,
  type Shortage,
  type StockLine,
} from "../../../domain/stock.ts";
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
    .where("product_id", "in", productIdsOf(lines))
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
  const levels = db.selectFrom("product_stock").select(["product_id", "quantity", "reserved"]);
  // The store as an expression, since SQLite would use its index instead of the products' ids.
  const rows = await (productIds.length > maxIds
    ? levels.where("store_id", "=", storeId)
    : levels.where("product_id", "in", productIds).where(sql<string>`store_id || ''`, "=", storeId)
  ).execute();
  return toLevels(rows);
}

/** The columns of a session that has reserved these lines. */
export function stockColumns(reserved: StockLine[]) {
  return reserved.length === 0
    ? { stock_lines: null, stock_state: null }
    : { stock_lines: JSON.stringify(reserved), stock_state: "reserved" };
}

/**
 * Reserves what a session sells of counted products, and returns it.
 * @param own what the cart's older sessions have reserved: it is free for the new one
 * @throws CONFLICT if there is too little of a product
 */
export async function reserveStock(
  db: Queries,
  lines: SnapshotLine[],
  own: StockLine[],
): Promise<StockLine[]> {
  const { reserved, shortages } = await reserveAvailable(db, lines, own);
  if (shortages.length > 0) throw outOfStock(shortages);
  return reserved;
}

/** Reserves the lines of counted products that there are enough of, and returns them with the others. */
export async function reserveAvailable(
  db: Queries,
  lines: SnapshotLine[],
  own: StockLine[],
): Promise<{ reserved: StockLine[]; shortages: Shortage[] }> {
  const levels = await lockStock(db, productIdsOf(lines));
  if (levels.size === 0) return { reserved: [], shortages: [] };
  const shortages: Shortage[] = lines.flatMap((line, at) => {
    const { productId, quantity } = line;
    const level = levels.get(productId);
    if (!level) return [];
    const available = Math.max(0, level.quantity - level.reserved + quantityOf(own, productId));
    return available < quantity ? [{ productId, quantity, name: nameWithOptions(line), at, available }] : [];
  });
  const short = new Set(productIdsOf(shortages));
  const reserved = lines
    .filter(({ productId }) => levels.has(productId) && !short.has(productId))
    .map(({ productId, quantity }) => ({ productId, quantity }));
  if (reserved.length > 0) await addToStock(db, reserved, { onHand: 0, reserved: 1 });
  return { reserved, shortages };
}

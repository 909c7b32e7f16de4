import type { SnapshotLine } from "../../../domain/checkout.ts";
import { nameWithOptions } from "../../../domain/product.ts";
import { outOfStock, type Shortage, type StockLine } from "../../../domain/stock.ts";
import type { Queries } from "../../engines/queries.ts";
import { quantityOf } from "./reserved-by-cart.ts";
import { addToStock, lockStock } from "./stock.ts";

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
  const levels = await lockStock(
    db,
    lines.map(({ productId }) => productId),
  );
  if (levels.size === 0) return [];
  const shortages: Shortage[] = lines.flatMap((line, at) => {
    const { productId, quantity } = line;
    const level = levels.get(productId);
    if (!level) return [];
    const available = Math.max(0, level.quantity - level.reserved + quantityOf(own, productId));
    return available < quantity ? [{ productId, quantity, name: nameWithOptions(line), at, available }] : [];
  });
  if (shortages.length > 0) throw outOfStock(shortages);
  const counted = lines
    .filter(({ productId }) => levels.has(productId))
    .map(({ productId, quantity }) => ({ productId, quantity }));
  await addToStock(db, counted, { onHand: 0, reserved: 1 });
  return counted;
}

import { becomesLow } from "../../../domain/stock.ts";
import type { Queries } from "../../engines/queries.ts";
import { listenersOf, productEvents, recordEvents } from "../events/record-events.ts";
import { toProducts } from "../products/product-row.ts";
import type { StockLevel } from "./stock.ts";

/** Records an event for each product that has become low in stock. */
export async function recordLowStock(
  db: Queries,
  { storeId, now }: { storeId: string; now: number },
  before: ReadonlyMap<string, StockLevel>,
  after: ReadonlyMap<string, StockLevel>,
): Promise<void> {
  const low = [...after].flatMap(([id, { quantity }]) =>
    becomesLow(before.get(id)?.quantity, quantity) ? [id] : [],
  );
  if (low.length === 0) return;
  const listeners = await listenersOf(db, storeId);
  if (listeners.length === 0) return;
  const rows = await db.selectFrom("products").selectAll().where("id", "in", low).execute();
  const happened = productEvents("product.stock_low", await toProducts(db, rows));
  await recordEvents(db, { storeId, listeners, now }, happened);
}

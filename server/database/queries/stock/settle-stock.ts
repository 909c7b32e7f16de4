import type { SessionState } from "../../../domain/session-state.ts";
import { type StockLine, type StockState, stockChange, stockStateOf } from "../../../domain/stock.ts";
import type { Queries } from "../../engines/queries.ts";
import type { CheckoutSessionRow } from "../../schema.ts";
import { recordLowStock } from "./record-low-stock.ts";
import { addToStock, lockStock } from "./stock.ts";

type SettledRow = Pick<
  CheckoutSessionRow,
  "id" | "store_id" | "status" | "payment_status" | "payment_outcome" | "stock_lines" | "stock_state"
>;

/**
 * Sells or returns what locked sessions have reserved, after their state was stored. Nothing happens the second time.
 * @returns whether the stock of a product changed
 */
export async function settleStock(db: Queries, sessions: SettledRow[], now: number): Promise<boolean> {
  const changes = sessions.flatMap((row) => {
    const before = row.stock_state as StockState | null;
    if (before === null || row.stock_lines === null) return [];
    const after = stockStateOf(before, stateOf(row));
    if (before === after) return [];
    return [
      { id: row.id, storeId: row.store_id, before, after, lines: JSON.parse(row.stock_lines) as StockLine[] },
    ];
  });
  if (changes.length === 0) return false;
  const productIds = [...new Set(changes.flatMap(({ lines }) => lines.map(({ productId }) => productId)))];
  const levels = await lockStock(db, productIds);
  for (const { id, before, after, lines } of changes) {
    await addToStock(db, lines, stockChange(before, after));
    await db.updateTable("checkout_sessions").set({ stock_state: after }).where("id", "=", id).execute();
  }
  if (!changes.some(({ after }) => after === "sold")) return true;
  const left = await lockStock(db, productIds);
  for (const [storeId, own] of Map.groupBy(changes, (change) => change.storeId)) {
    const sold = new Set(own.flatMap(({ lines }) => lines.map(({ productId }) => productId)));
    const changed = new Map([...left].filter(([id]) => sold.has(id)));
    await recordLowStock(db, { storeId, now }, levels, changed);
  }
  return true;
}

function stateOf(row: SettledRow): SessionState {
  return {
    status: row.status as SessionState["status"],
    paymentStatus: row.payment_status as SessionState["paymentStatus"],
    paymentOutcome: row.payment_outcome as SessionState["paymentOutcome"],
  };
}

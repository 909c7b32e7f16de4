import type { StockLine } from "../../../domain/stock.ts";
import type { Queries } from "../../engines/queries.ts";

/** What the open sessions of a cart have reserved. */
export async function reservedByCart(db: Queries, cartId: string): Promise<StockLine[]> {
  const rows = await db
    .selectFrom("checkout_sessions")
    .select("stock_lines")
    .where("cart_id", "=", cartId)
    .where("status", "=", "open")
    .where("stock_state", "=", "reserved")
    .execute();
  return rows.flatMap(({ stock_lines: lines }) => JSON.parse(lines ?? "[]") as StockLine[]);
}

export function quantityOf(lines: StockLine[], productId: string): number {
  return lines
    .filter((line) => line.productId === productId)
    .reduce((sum, { quantity }) => sum + quantity, 0);
}

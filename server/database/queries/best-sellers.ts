import { nameWithOptions } from "../../domain/product.ts";
import type { Engine } from "../engines/engine.ts";
import { placedAt } from "./orders/order-conditions.ts";
import { linesFromColumn } from "./purchase-columns.ts";

export interface SoldProduct {
  productId: string;
  /** With its options, as in the latest of its orders. */
  name: string;
  quantity: number;
  /** Price × quantity, in the smallest unit. Refunds aren't deducted. */
  amount: number;
}

interface Period {
  storeId: string;
  /** Only orders in this currency count. */
  currency: string;
  /** Orders placed at or after this time count; milliseconds since 1970. */
  from: number;
  /** The number of products. */
  limit: number;
}

/** Of a period with more paid orders, only the latest count. */
const maxOrdersRead = 2000;

/** The products that brought in most, by their paid orders, best first. */
export async function bestSellers(
  { read }: Pick<Engine, "read">,
  { storeId, currency, from, limit }: Period,
): Promise<SoldProduct[]> {
  const rows = await read
    .selectFrom("orders")
    .select("lines")
    .where("store_id", "=", storeId)
    .where(placedAt(), ">=", from)
    .where("payment_status", "=", "paid")
    .where("currency", "=", currency)
    .orderBy(placedAt(), "desc")
    .limit(maxOrdersRead)
    .execute();
  const sold = new Map<string, SoldProduct>();
  for (const line of rows.flatMap(({ lines }) => linesFromColumn(lines))) {
    const { productId, quantity, unitPriceInCents } = line;
    const known = sold.get(productId) ?? { productId, name: nameWithOptions(line), quantity: 0, amount: 0 };
    known.quantity += quantity;
    known.amount += quantity * unitPriceInCents;
    sold.set(productId, known);
  }
  return [...sold.values()].sort((a, b) => b.amount - a.amount || b.quantity - a.quantity).slice(0, limit);
}

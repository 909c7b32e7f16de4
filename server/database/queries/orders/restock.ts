import type { Actor } from "../../../domain/actor.ts";
import { firstValues } from "../../../domain/audit.ts";
import { atMost, quantitiesOf, without } from "../../../domain/line-quantities.ts";
import type { Order } from "../../../domain/order.ts";
import { type ParcelLine, unsentLines } from "../../../domain/parcels.ts";
import { type Restock, refundableItems } from "../../../domain/returns.ts";
import { productIdsOf } from "../../../domain/stock.ts";
import type { Queries } from "../../engines/queries.ts";
import type { OrderRow } from "../../schema.ts";
import { recordChange } from "../audit/record-change.ts";
import { addToStock, lockStock } from "../stock/stock.ts";
import { changeReadOrder } from "./change-order.ts";
import { restocksOf } from "./order.ts";
import type { OrderAddress } from "./read-orders.ts";

/**
 * Puts items of a refunded order back in stock, once for each refund. Those that haven't been sent are no longer to be
 * sent, counted or not.
 * @returns what was put back, which is less than wanted if something was put back or sent meanwhile
 */
export async function restockRefunded(
  db: Queries,
  address: OrderAddress,
  { refundId: reason, lines }: { refundId: string; lines: ParcelLine[] },
  { by, now }: { by?: Actor | undefined; now: number },
): Promise<ParcelLine[]> {
  let restocked: ParcelLine[] = [];
  // Locked before the order, as when a session is settled.
  const session = await readSoldStock(db, address, { isLocking: true });
  await changeReadOrder(db, address, now, async (order, row) => {
    if (restocksOf(row).some((one) => one.reason === reason)) return;
    const sold = session?.lines ?? [];
    restocked = atMost(lines, refundableItems(order, sold));
    if (restocked.length === 0) return;
    const counted = atMost(restocked, sold);
    if (session && counted.length > 0) await putBack(db, session, counted);
    await saveRestock(db, order, row, { reason, unsent: atMost(restocked, unsentLines(order)) });
    const changes = firstValues(quantitiesOf(restocked));
    const { storeId, id: objectId } = order;
    await recordChange(db, by, { storeId, action: "order.restocked", objectId, changes }, now);
  });
  return restocked;
}

/** Records a restock of a locked order. */
export async function saveRestock(db: Queries, order: Order, row: OrderRow, restock: Restock): Promise<void> {
  const after = { ...order, restocked: [...order.restocked, ...restock.unsent] };
  const isRestLeft = order.fulfilledAt !== null || unsentLines(after).length > 0;
  const columns = {
    restocks: JSON.stringify([...restocksOf(row), restock]),
    nothing_to_send: isRestLeft || order.shippingAddress === null ? row.nothing_to_send : 1,
  };
  await db.updateTable("orders").set(columns).where("id", "=", row.id).execute();
}

interface SoldStock {
  sessionId: string;
  /** What the order took from the stock and wasn't put back. */
  lines: ParcelLine[];
}

/** What the order took from the stock and wasn't put back; undefined if there is nothing. */
export async function readSoldStock(
  db: Queries,
  { storeId, orderId }: OrderAddress,
  { isLocking = false } = {},
): Promise<SoldStock | undefined> {
  const sessions = db
    .selectFrom("checkout_sessions")
    .innerJoin("orders", "orders.checkout_session_id", "checkout_sessions.id")
    .select(["checkout_sessions.id", "stock_lines"])
    .where("orders.id", "=", orderId)
    .where("orders.store_id", "=", storeId)
    .where("stock_state", "=", "sold");
  const session = await (isLocking ? sessions.forUpdate("checkout_sessions") : sessions).executeTakeFirst();
  return session?.stock_lines ? { sessionId: session.id, lines: JSON.parse(session.stock_lines) } : undefined;
}

/** Takes the lines from the session's, so that a refund never puts them back again, in any version. */
export async function putBack(
  db: Queries,
  { sessionId, lines }: SoldStock,
  restocked: ParcelLine[],
): Promise<void> {
  await lockStock(db, productIdsOf(restocked));
  await addToStock(db, restocked, { onHand: 1, reserved: 0 });
  const rest = without(lines, restocked);
  const columns = rest.length > 0 ? { stock_lines: JSON.stringify(rest) } : { stock_state: "restocked" };
  await db.updateTable("checkout_sessions").set(columns).where("id", "=", sessionId).execute();
}

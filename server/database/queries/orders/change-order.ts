import { orderEvents } from "../../../domain/events/order-events.ts";
import { orderMails } from "../../../domain/mails/order-mails.ts";
import type { Order } from "../../../domain/order.ts";
import { acpOrderView } from "../../../views/acp/acp-order-view.ts";
import { orderView } from "../../../views/order-view.ts";
import { ucpOrderView } from "../../../views/ucp/ucp-order-view.ts";
import type { Queries } from "../../engines/queries.ts";
import type { OrderRow } from "../../schema.ts";
import { listenersOf, type NewEvent, recordEvents } from "../events/record-events.ts";
import { mailsBuyers, queueOrderMails } from "../mails/queue-mails.ts";
import { type OrderAddress, readOrders } from "./read-orders.ts";

/** One order, by its id or by something that belongs to it. */
export type OrderKey =
  | { id: string; storeId: string }
  | { checkoutSessionId: string }
  | { paymentId: string };

/**
 * Changes an order under its lock. All changes to orders go through here, from creation to fulfilment, so
 * that their events are recorded and their mails queued.
 * @param now in milliseconds since 1970
 * @param options `isNew` for the transaction that creates the order
 * @returns whether the order exists; otherwise nothing is applied
 */
export async function changeOrder(
  db: Queries,
  key: OrderKey,
  now: number,
  apply: (row: OrderRow) => Promise<void>,
  { isNew = false } = {},
): Promise<boolean> {
  const row = await select(db, key).forUpdate().executeTakeFirst();
  if (!row) return false;
  const { store_id: storeId } = row;
  const listeners = await listenersOf(db, storeId);
  const isMailed = await mailsBuyers(db, storeId, now);
  if (listeners.length === 0 && !isMailed) {
    await apply(row);
    return true;
  }
  const [before] = isNew ? [] : await readOrders(db, [row]);
  await apply(row);
  const [after] = await readOrders(db, await select(db, { id: row.id, storeId }).execute());
  if (!after) return true;
  if (isMailed) await queueOrderMails(db, after, orderMails(before, after, now), now);
  const data = orderView(after);
  const happened = orderEvents(before, after).map((type) => ({ type, subjectId: row.id, data }));
  await recordEvents(db, { storeId, listeners, now }, [...happened, ...agentEvents(before, after)]);
  return true;
}

/** As `changeOrder`, with the order as it was before. */
export function changeReadOrder(
  db: Queries,
  { storeId, orderId }: OrderAddress,
  now: number,
  apply: (order: Order, row: OrderRow) => Promise<void>,
): Promise<boolean> {
  return changeOrder(db, { id: orderId, storeId }, now, async (row) => {
    const [order] = await readOrders(db, [row]);
    if (order) await apply(order, row);
  });
}

function select(db: Queries, key: OrderKey) {
  const orders = db.selectFrom("orders").selectAll();
  if ("checkoutSessionId" in key) return orders.where("checkout_session_id", "=", key.checkoutSessionId);
  if ("id" in key) return orders.where("id", "=", key.id).where("store_id", "=", key.storeId);
  const ofPayment = db
    .selectFrom("order_payments")
    .select("order_id")
    .where("payment_id", "=", key.paymentId);
  return orders.where("id", "in", ofPayment);
}

/** The events for the agent that bought an order: of a new one, and of a change that the agent can see in its protocol. */
function agentEvents(before: Order | undefined, after: Order): NewEvent[] {
  const { id: subjectId, agent } = after;
  if (agent === undefined) return [];
  const about = { subjectId, agent, data: {} };
  if (!before) {
    return [
      { type: "acp.order_create", ...about },
      { type: "ucp.order", ...about },
    ];
  }
  const hasChanged = (view: (order: Order, permalinkUrl: string) => object) =>
    JSON.stringify(view(before, "")) !== JSON.stringify(view(after, ""));
  return [
    ...(hasChanged(acpOrderView) ? [{ type: "acp.order_update" as const, ...about }] : []),
    ...(hasChanged(ucpOrderView) ? [{ type: "ucp.order" as const, ...about }] : []),
  ];
}

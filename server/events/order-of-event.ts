import type { ApiDocument } from "@counterpart/server";
import type { Database } from "../database/database.ts";
import type { Delivery } from "../database/queries/events/deliveries.ts";
import type { Order } from "../domain/order.ts";
import { orderPermalink } from "../domain/order-permalink.ts";

export interface OrderSignerParts {
  database: Pick<Database, "orders" | "stores">;
  /** Of the protocol. Called when the first event is sent. */
  loadDocument: () => Promise<ApiDocument>;
  /** Without a trailing slash. */
  publicUrl: string;
}

/** The order of an event as it is now, and its address for the buyer. */
export async function orderOf(
  { subjectId: orderId, storeId }: Pick<Delivery, "subjectId" | "storeId">,
  { database, publicUrl }: Pick<OrderSignerParts, "database" | "publicUrl">,
): Promise<{ order: Order; permalink: string }> {
  const order = await database.orders.find({ storeId, orderId });
  if (!order) throw new Error(`The order ${orderId} is missing.`);
  const { successUrl } = await database.stores.get(storeId);
  return { order, permalink: orderPermalink(order.checkoutSessionId, { successUrl, publicUrl }) };
}

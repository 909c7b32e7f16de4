import { ApiError } from "@counterpart/server/errors";
import type { Order } from "../../../domain/order.ts";
import type { Services, StoreRequest } from "../../route.ts";

export const noSuchOrder = new ApiError("NOT_FOUND", "This store has no such order.");

/** The address of the order in the path. */
export function orderAddress({ store, path }: Pick<StoreRequest, "store" | "path">) {
  return { storeId: store.id, orderId: path.orderId ?? "" };
}

/** The order in the path. Throws NOT_FOUND if it is unknown or belongs to another store. */
export async function findOrder(
  request: StoreRequest,
  { database }: Pick<Services, "database">,
): Promise<Order> {
  const order = await database.orders.find(orderAddress(request));
  if (!order) throw noSuchOrder;
  return order;
}

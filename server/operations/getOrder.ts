import { ApiError } from "@counterpart/server/errors";
import type { Input, Output, Services } from "../operation.ts";
import { orderView } from "../views/order-view.ts";

export async function getOrder(
  { path, caller }: Input<"getOrder">,
  { database }: Pick<Services, "database">,
): Promise<Output<"getOrder">> {
  const order = await database.orders.find({ storeId: caller.storeId, orderId: path.orderId });
  if (!order) throw new ApiError("NOT_FOUND", "No such order.");
  return { status: 200, body: { data: orderView(order) } };
}

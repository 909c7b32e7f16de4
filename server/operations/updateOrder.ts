import { ApiError } from "@counterpart/server/errors";
import type { Input, Output, Services } from "../operation.ts";
import { orderView } from "../views/order-view.ts";

export async function updateOrder(
  { path, body: { fulfilled, tracking, shippingAddress }, caller }: Input<"updateOrder">,
  { database }: Pick<Services, "database">,
): Promise<Output<"updateOrder">> {
  const order = await database.orders.change(
    { storeId: caller.storeId, orderId: path.orderId },
    { fulfilled, tracking: tracking && { carrier: null, url: null, ...tracking }, shippingAddress },
    { kind: "api_key", id: caller.keyId },
  );
  if (!order) throw new ApiError("NOT_FOUND", "No such order.");
  return { status: 200, body: { data: orderView(order) } };
}

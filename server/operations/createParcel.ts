import { ApiError } from "@counterpart/server/errors";
import type { Input, Output, Services } from "../operation.ts";
import { orderView } from "../views/order-view.ts";

export async function createParcel(
  { path, body: { lines, tracking }, caller, idempotencyToken }: Input<"createParcel">,
  { database }: Pick<Services, "database">,
): Promise<Output<"createParcel">> {
  const order = await database.orders.ship(
    { storeId: caller.storeId, orderId: path.orderId },
    { lines, tracking: tracking ? { carrier: null, url: null, ...tracking } : null },
    { kind: "api_key", id: caller.keyId },
    { idempotencyToken },
  );
  if (!order) throw new ApiError("NOT_FOUND", "No such order.");
  return { status: 200, body: { data: orderView(order) } };
}

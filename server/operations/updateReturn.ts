import { ApiError } from "@counterpart/server/errors";
import type { Input, Output, Services } from "../operation.ts";
import { orderView } from "../views/order-view.ts";

export async function updateReturn(
  { path, body: { received, restock = [], refundId }, caller }: Input<"updateReturn">,
  { database }: Pick<Services, "database">,
): Promise<Output<"updateReturn">> {
  const order = await database.orderReturns.change(
    { storeId: caller.storeId, orderId: path.orderId, returnId: path.returnId },
    { received: received && { restock }, refundId },
    { kind: "api_key", id: caller.keyId },
  );
  if (!order) throw new ApiError("NOT_FOUND", "No such return.");
  return { status: 200, body: { data: orderView(order) } };
}

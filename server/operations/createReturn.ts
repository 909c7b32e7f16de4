import { ApiError } from "@counterpart/server/errors";
import type { Input, Output, Services } from "../operation.ts";
import { orderView } from "../views/order-view.ts";

export async function createReturn(
  { path, body: { lines, reason }, caller, idempotencyToken }: Input<"createReturn">,
  { database }: Pick<Services, "database">,
): Promise<Output<"createReturn">> {
  const order = await database.orderReturns.add(
    { storeId: caller.storeId, orderId: path.orderId },
    { lines, reason: reason ?? null },
    { kind: "api_key", id: caller.keyId },
    idempotencyToken,
  );
  if (!order) throw new ApiError("NOT_FOUND", "No such order.");
  return { status: 200, body: { data: orderView(order) } };
}

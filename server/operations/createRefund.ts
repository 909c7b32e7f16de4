import { ApiError } from "@counterpart/server/errors";
import type { Input, Output, Services } from "../operation.ts";
import { orderView } from "../views/order-view.ts";

export async function createRefund(
  { path: { orderId }, body, caller: { storeId, keyId }, idempotencyToken: token }: Input<"createRefund">,
  { database, refundOrder }: Pick<Services, "database" | "refundOrder">,
): Promise<Output<"createRefund">> {
  const { lines, shipping = false, amount, paymentId, restock = [] } = body;
  const isByContent = lines !== undefined || shipping;
  if (isByContent && amount !== undefined) throw eitherItemsOrAmount;
  const content = isByContent ? { lines: lines ?? [], shipping } : undefined;
  const address = { storeId, orderId };
  const by = { kind: "api_key", id: keyId } as const;
  const refund = await refundOrder(address, { amount, content, paymentId, token }, by);
  if (refund && restock.length > 0) {
    await database.orderReturns.restockRefunded(address, { refundId: refund.id, lines: restock }, by);
  }
  const order = refund && (await database.orders.find(address));
  if (!order) throw new ApiError("NOT_FOUND", "No such order.");
  return { status: 200, body: { data: orderView(order) } };
}

const message = "is either left out, or lines and shipping are";
const eitherItemsOrAmount = new ApiError("VALIDATION_ERROR", `Invalid request: body.amount ${message}.`, {
  details: [{ in: "body", pointer: "/amount", rule: "refund", message }],
});

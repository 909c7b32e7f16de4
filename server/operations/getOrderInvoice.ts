import { ApiError } from "@counterpart/server/errors";
import type { Input, Output, Services } from "../operation.ts";

export async function getOrderInvoice(
  { path: { orderId }, query: { paymentId }, caller: { storeId } }: Input<"getOrderInvoice">,
  { database, readInvoice }: Pick<Services, "database" | "readInvoice">,
): Promise<Output<"getOrderInvoice">> {
  const order = await database.orders.find({ storeId, orderId });
  if (!order) throw new ApiError("NOT_FOUND", "No such order.");
  const invoice = await readInvoice({ storeId, orderId, paymentId });
  if (!invoice) throw new ApiError("NOT_FOUND", "The order has no invoice, or none yet.");
  const { url, pdfUrl, number } = invoice;
  return { status: 200, body: { data: { url, pdfUrl, number } } };
}

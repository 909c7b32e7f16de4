import { ApiError } from "@counterpart/server/errors";
import { refuseUnpaid } from "../domain/order-state.ts";
import { nameWithOptions } from "../domain/product.ts";
import { downloadsPath, isDownloadable } from "../domain/product-file.ts";
import type { Input, Output, Services } from "../operation.ts";

export async function createDownload(
  { path, body: { productId }, caller }: Input<"createDownload">,
  { database, publicUrl }: Pick<Services, "database" | "publicUrl">,
): Promise<Output<"createDownload">> {
  const { storeId } = caller;
  const order = await database.orders.find({ storeId, orderId: path.orderId });
  if (!order) throw new ApiError("NOT_FOUND", "No such order.");
  refuseUnpaid(order.status, "nothing can be downloaded");
  if (!isDownloadable(order)) {
    throw new ApiError("CONFLICT", "The order was lost in a dispute, so nothing can be downloaded.");
  }
  const line = order.lines.find((one) => one.productId === productId);
  if (!line) throw new ApiError("CONFLICT", "The order doesn't have this product.");
  const file = await database.productFiles.find({ storeId, productId });
  if (!file) throw new ApiError("CONFLICT", `"${nameWithOptions(line)}" has no file to download.`);
  const { token, expiresAt } = await database.downloads.createLink({
    ...{ storeId, orderId: order.id, productId },
  });
  const url = `${publicUrl}${downloadsPath}/${token}`;
  return { status: 200, body: { data: { url, expiresAt: new Date(expiresAt).toISOString() } } };
}

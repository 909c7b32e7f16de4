import { ApiError } from "@counterpart/server/errors";
import { isDownloadable } from "../domain/product-file.ts";
import type { Input, Output, Services } from "../operation.ts";

export async function listDownloads(
  { path, caller: { storeId } }: Input<"listDownloads">,
  { database }: Pick<Services, "database">,
): Promise<Output<"listDownloads">> {
  const order = await database.orders.find({ storeId, orderId: path.orderId });
  if (!order) throw new ApiError("NOT_FOUND", "No such order.");
  const productIds = order.lines.map(({ productId }) => productId);
  const files = await database.productFiles.findMany({ storeId, productIds });
  const isAvailable = isDownloadable(order);
  const data = productIds.flatMap((productId) =>
    files
      .filter((file) => file.productId === productId)
      .map(({ name: fileName, bytes: sizeInBytes }) => ({ productId, fileName, sizeInBytes, isAvailable })),
  );
  return { status: 200, body: { data } };
}

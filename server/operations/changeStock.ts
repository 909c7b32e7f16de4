import { ApiError } from "@counterpart/server/errors";
import type { Input, Output, Services } from "../operation.ts";
import { productView } from "../views/product-view.ts";

export async function changeStock(
  { path, body, caller, idempotencyToken }: Input<"changeStock">,
  { database }: Pick<Services, "database">,
): Promise<Output<"changeStock">> {
  const address = { storeId: caller.storeId, productId: path.productId };
  const by = { kind: "api_key", id: caller.keyId } as const;
  const change = { by: body.change, onlyCounted: true } as const;
  const level = await database.stockLevels.change(address, change, by, idempotencyToken);
  const product = await database.managedProducts.find({ storeId: caller.storeId, product: path.productId });
  if (level === "unknown" || !product) throw new ApiError("NOT_FOUND", "No such product.");
  return { status: 200, body: { data: productView(product) } };
}

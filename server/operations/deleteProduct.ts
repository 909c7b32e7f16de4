import { ApiError } from "@counterpart/server/errors";
import type { Input, Output, Services } from "../operation.ts";
import { productView } from "../views/product-view.ts";
import { deletion } from "./product-writes.ts";

export async function deleteProduct(
  { path, caller, ifMatch }: Input<"deleteProduct">,
  { database }: Pick<Services, "database">,
): Promise<Output<"deleteProduct">> {
  const by = { kind: "api_key", id: caller.keyId } as const;
  const product = await database.managedProducts.change(caller.storeId, deletion(path.productId, ifMatch), {
    by,
  });
  if (!product) throw new ApiError("NOT_FOUND", "No such product.");
  return { status: 200, body: { data: productView({ ...product, isActive: false }) } };
}

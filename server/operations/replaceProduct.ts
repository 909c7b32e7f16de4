import { ApiError } from "@counterpart/server/errors";
import type { Input, Output, Services } from "../operation.ts";
import { productView } from "../views/product-view.ts";
import { replacement } from "./product-writes.ts";

export async function replaceProduct(
  { path, body, caller, ifMatch }: Input<"replaceProduct">,
  { database }: Pick<Services, "database">,
): Promise<Output<"replaceProduct">> {
  const by = { kind: "api_key", id: caller.keyId } as const;
  const product = await database.managedProducts.change(
    caller.storeId,
    replacement(path.productId, body, ifMatch),
    { by },
  );
  if (!product) throw new ApiError("NOT_FOUND", "No such product.");
  return { status: 200, body: { data: productView(product) } };
}

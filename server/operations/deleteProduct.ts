import { ApiError } from "@counterpart/server/errors";
import type { Input, Output, Services } from "../operation.ts";
import { productView } from "../views/product-view.ts";
import { productPrecondition } from "./product-precondition.ts";

export async function deleteProduct(
  input: Input<"deleteProduct">,
  { database }: Pick<Services, "database">,
): Promise<Output<"deleteProduct">> {
  const { path, caller } = input;
  const product = await database.managedProducts.delete(
    { storeId: caller.storeId, product: path.productId },
    productPrecondition(input),
    { kind: "api_key", id: caller.keyId },
  );
  if (!product) throw new ApiError("NOT_FOUND", "No such product.");
  return { status: 200, body: { data: productView({ ...product, isActive: false }) } };
}

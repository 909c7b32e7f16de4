import { ApiError } from "@counterpart/server/errors";
import { storable } from "../domain/storable.ts";
import { newProduct } from "../merchants/products/edit-product.ts";
import type { Input, Output, Services } from "../operation.ts";
import { productView } from "../views/product-view.ts";
import { productPrecondition } from "./product-precondition.ts";
import { sellable } from "./sellable.ts";

export async function replaceProduct(
  input: Input<"replaceProduct">,
  { database }: Pick<Services, "database">,
): Promise<Output<"replaceProduct">> {
  const { path, body, caller } = input;
  const requireMatch = productPrecondition(input);
  const product = await database.managedProducts.edit(
    { storeId: caller.storeId, product: path.productId },
    (current) => {
      requireMatch(current);
      return {
        ...sellable(() => newProduct(storable(body), current.currency)),
        reference: current.reference,
      };
    },
    { kind: "api_key", id: caller.keyId },
  );
  if (!product) throw new ApiError("NOT_FOUND", "No such product.");
  return { status: 200, body: { data: productView(product) } };
}

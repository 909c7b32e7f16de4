import { ApiError } from "@counterpart/toolkit/errors";
import type { Product } from "../database/queries/products/product-row.ts";
import type { Input, Output, Services } from "../operation.ts";
import { envelope } from "../views/envelope.ts";

export function getProduct(
  { path, caller }: Input<"getProduct">,
  { database }: Pick<Services, "database">,
): Output<"getProduct"> | Promise<Output<"getProduct">> {
  const product = database.products.find({ storeId: caller.storeId, productId: path.productId });
  // Most products are in the cache, and sent at once.
  return product instanceof Promise ? product.then(answer) : answer(product);
}

function answer(product: Product | undefined): Output<"getProduct"> {
  if (!product) throw new ApiError("NOT_FOUND", "No such product.");
  return { status: 200, body: envelope(product) };
}

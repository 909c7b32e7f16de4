import { ApiError } from "@counterpart/server/errors";
import type { Input } from "../operation.ts";
import { type MerchantsProduct, productView } from "../views/product-view.ts";

type ProductChange = "replaceProduct" | "updateProduct" | "deleteProduct";

/**
 * A function that throws 412 CONFLICT if a GET of the product would have another tag than `If-Match`, and 404 NOT_FOUND if
 * the product was found by its merchant's reference, which isn't part of the contract.
 */
export function productPrecondition({
  path,
  headers,
  ifMatch,
}: Input<ProductChange>): (current: MerchantsProduct) => void {
  return (current) => {
    if (current._id !== path.productId) throw new ApiError("NOT_FOUND", "No such product.");
    if (headers["If-Match"] === undefined || ifMatch({ data: productView(current) })) return;
    throw new ApiError("CONFLICT", "The product has changed since you read it. Read it again.", {
      status: 412,
    });
  };
}

import type { IfMatch } from "@counterpart/server";
import { ApiError } from "@counterpart/server/errors";
import { type MerchantsProduct, productView } from "../views/product-view.ts";

/**
 * A function that throws 412 CONFLICT if a GET of the product would have another tag than the caller's, and 404 NOT_FOUND if
 * the product was found by its merchant's reference, which isn't part of the contract.
 */
export function productPrecondition(
  productId: string,
  allows: IfMatch = () => true,
): (current: MerchantsProduct) => void {
  return (current) => {
    if (current._id !== productId) throw new ApiError("NOT_FOUND", "No such product.");
    if (allows({ data: productView(current) })) return;
    throw new ApiError("CONFLICT", "The product has changed since you read it. Read it again.", {
      status: 412,
    });
  };
}

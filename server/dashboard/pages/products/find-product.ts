import { ApiError } from "@counterpart/server/errors";
import type { ManagedProduct } from "../../../database/queries/products/managed-products.ts";
import type { Services, StoreRequest } from "../../route.ts";

export const noSuchProduct = new ApiError("NOT_FOUND", "This store has no such product.");

/** The product in the path. Throws NOT_FOUND. */
export async function findProduct(
  { store, path }: StoreRequest,
  { database }: Services,
): Promise<ManagedProduct> {
  const found = await database.managedProducts.find({ storeId: store.id, product: path.productId ?? "" });
  if (!found) throw noSuchProduct;
  return found;
}

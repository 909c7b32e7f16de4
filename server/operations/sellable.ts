import { ApiError } from "@counterpart/server/errors";
import { InvalidProduct } from "../merchants/products/edit-product.ts";

/** 409 CONFLICT for a product that matches the schema but couldn't be sold, such as a subscription without an interval. */
export function sellable<Product>(make: () => Product): Product {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof InvalidProduct)) throw error;
    throw new ApiError("CONFLICT", error.message, error.details && { details: error.details });
  }
}

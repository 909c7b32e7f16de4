import type { IfMatch } from "@counterpart/server";
import { ApiError } from "@counterpart/server/errors";
import type { components } from "../../generated/types.ts";
import type { NewProductInput, ProductWrite } from "../database/queries/products/product-write.ts";
import { storable } from "../domain/storable.ts";
import { edited, InvalidProduct, newProduct } from "../merchants/products/edit-product.ts";
import { type MerchantsProduct, productView } from "../views/product-view.ts";

type NewProduct = components["schemas"]["NewProduct"];
type ProductUpdate = components["schemas"]["UpdateProductRequest"];

/** A product to add. Throws 409 CONFLICT if it couldn't be sold. */
export function newInput(body: NewProduct, currency: string): NewProductInput {
  return sellable(() => newProduct(storable(body), currency));
}

/** Adds a product. */
export function creation(body: NewProduct, currency: string): ProductWrite {
  return { action: "create", given: storable(body), make: () => newInput(body, currency) };
}

/** Replaces everything that the merchant says about a product. */
export function replacement(product: string, body: NewProduct, allows?: IfMatch): ProductWrite {
  const requireMatch = productPrecondition(product, allows);
  // Omitted, it is no longer counted.
  const given = { ...(body.stock === undefined && { quantity: null }), ...storable(body) };
  return {
    action: "edit",
    product,
    given,
    apply: (current) => {
      requireMatch(current);
      const { reference, currency } = current;
      return { ...sellable(() => newProduct(given, currency, current)), reference };
    },
  };
}

/** Changes the given properties of a product. */
export function update(product: string, body: ProductUpdate, allows?: IfMatch): ProductWrite {
  const requireMatch = productPrecondition(product, allows);
  const given = storable(body);
  return {
    action: "edit",
    product,
    given,
    apply: (current) => {
      requireMatch(current);
      return sellable(() => edited(current, given));
    },
  };
}

export function deletion(product: string, allows?: IfMatch): ProductWrite {
  return { action: "delete", product, check: productPrecondition(product, allows) };
}

/** Adds to a product's stock, or takes away from it. */
export function stockChange(product: string, change: number): ProductWrite {
  return { action: "changeStock", product, change, check: productPrecondition(product) };
}

/** 409 CONFLICT for a product that matches the schema but couldn't be sold, such as a subscription without an interval. */
function sellable<Product>(make: () => Product): Product {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof InvalidProduct)) throw error;
    throw new ApiError("CONFLICT", error.message, error.details && { details: error.details });
  }
}

/**
 * A function that throws 412 CONFLICT if a GET of the product would have another tag than the caller's, and 404 NOT_FOUND if
 * the product was found by its merchant's reference, which isn't part of the contract.
 */
function productPrecondition(
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

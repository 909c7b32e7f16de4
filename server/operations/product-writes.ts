import type { IfMatch } from "@counterpart/server";
import type { components } from "../../generated/types.ts";
import type { NewProductInput, ProductWrite } from "../database/queries/products/product-write.ts";
import { storable } from "../domain/storable.ts";
import { edited, newProduct } from "../merchants/products/edit-product.ts";
import { productPrecondition } from "./product-precondition.ts";
import { sellable } from "./sellable.ts";

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

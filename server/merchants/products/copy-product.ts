import type { ManagedProduct } from "../../database/queries/products/managed-products.ts";
import type { Product } from "../../domain/product.ts";

/** The fields of a product that a person can give. */
export type ProductCopy = Omit<Product, "_id" | "storeId" | "currency" | "quantity" | "reserved">;

/**
 * A new product like another one, but off sale and without what identifies one product: slug and SKU. A counted product's
 * copy has a stock of 0.
 */
export function copyOf(product: ManagedProduct): ProductCopy {
  const { _id, storeId, reference, version, currency, quantity, reserved, ...fields } = product;
  return {
    ...fields,
    name: `Copy of ${product.name}`.slice(0, maxNameLength),
    slug: null,
    sku: null,
    isActive: false,
    stock: quantity === null ? null : 0,
  };
}

/** As in the contract. */
const maxNameLength = 512;

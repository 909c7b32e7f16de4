import type { components } from "../../generated/types.ts";
import type { Product } from "../domain/product.ts";

/** A product as the contract defines it, without what only its merchant sees. */
export function productView(product: Product): components["schemas"]["Product"] {
  return {
    _id: product._id,
    storeId: product.storeId,
    name: product.name,
    description: product.description,
    priceInCents: product.priceInCents,
    currency: product.currency,
    type: product.type,
    billingInterval: product.billingInterval,
    imageUrl: product.imageUrl,
    isActive: product.isActive,
    category: product.category,
    details: product.details,
    slug: product.slug,
    group: product.group,
    options: product.options,
    images: product.images,
    sku: product.sku,
    weightInGrams: product.weightInGrams,
    compareAtPriceInCents: product.compareAtPriceInCents,
    stock: product.stock,
  };
}

import type { components } from "../../generated/types.ts";
import type { Product } from "../domain/product.ts";

/** A product with what only its merchant sees. */
export type MerchantsProduct = Product & { reference: string; version: string };

/** A product as the contract defines it, with the fields in the order of `getProduct`, so that both have the same ETag. */
export function productView({
  reference: _,
  version: __,
  ...product
}: MerchantsProduct): components["schemas"]["Product"] {
  return product;
}

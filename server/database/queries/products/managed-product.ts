import type { Product } from "../../../domain/product.ts";
import type { ProductRow } from "../../schema.ts";
import { toProduct, versionOf } from "./product-row.ts";

/** A product as its merchant sees it. */
export interface ManagedProduct extends Product {
  /** The merchant's own id for the product. */
  reference: string;
  /** Changes with every change of the product. */
  version: string;
}

/** @param stock how many can be bought now; null if they aren't counted */
export function toManagedProduct(row: ProductRow, stock: number | null): ManagedProduct {
  return { ...toProduct(row, stock), reference: row.reference, version: versionOf(row) };
}

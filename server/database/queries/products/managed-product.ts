import type { Product } from "../../../domain/product.ts";
import type { ProductRow } from "../../schema.ts";
import type { StockLevel } from "../stock/stock.ts";
import { toProduct, versionOf } from "./product-row.ts";

/** A product as its merchant sees it. */
export interface ManagedProduct extends Product {
  /** The merchant's own id for the product. */
  reference: string;
  /** Changes with every change of the product. */
  version: string;
}

/** @param level undefined if it isn't counted */
export function toManagedProduct(row: ProductRow, level: StockLevel | undefined): ManagedProduct {
  return { ...toProduct(row, level), reference: row.reference, version: versionOf(row) };
}

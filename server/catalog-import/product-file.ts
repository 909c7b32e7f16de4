import type { ProductInput } from "../database/queries/products/products.ts";
import type { Fault } from "./faulty-file.ts";
import type { LeftOut } from "./left-out.ts";
import type { OffSale } from "./off-sale.ts";

/** The content of a merchant's file. It is imported only if it has no faults. */
export interface ProductFile {
  products: ProductInput[];
  /** Rows without a product: further images, and blank rows. */
  skipped: number;
  /** The first ones, by line. */
  faults: Fault[];
  /** The number of all faults. */
  faultCount: number;
  leftOut: LeftOut[];
  offSale: OffSale[];
}

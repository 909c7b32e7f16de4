import type { ProductInput } from "../database/queries/products.ts";
import type { Fault } from "./faulty-file.ts";

/** What a merchant's file says. It is imported only when it has no fault. */
export interface ProductFile {
  products: ProductInput[];
  /** Rows that carry no product: further images, and blank ones. */
  skipped: number;
  faults: Fault[];
}

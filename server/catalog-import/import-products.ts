import type { Database } from "../database/database.ts";
import type { ImportCounts } from "../database/queries/products/products.ts";
import type { Store } from "../database/queries/stores.ts";
import type { Actor } from "../domain/actor.ts";
import { FaultyFile } from "./faulty-file.ts";
import { offSaleText } from "./off-sale.ts";
import type { ProductFile } from "./product-file.ts";
import { readProducts } from "./read-products.ts";

export interface ImportResult extends ImportCounts, Pick<ProductFile, "leftOut" | "offSale"> {
  /** Rows that carry no product. */
  skipped: number;
}

/**
 * Imports a merchant's file into a store: all of it, or nothing. Products that aren't in the file stay unchanged.
 * @param progress called occasionally with the number of products done and the total
 * @throws FaultyFile with every fault
 */
export async function importProducts(
  database: Pick<Database, "products">,
  store: Pick<Store, "id" | "currency">,
  file: { name: string; bytes: Buffer },
  progress: (done: number, total: number) => void = () => {},
  by?: Actor,
): Promise<ImportResult> {
  const { products, skipped, faults, leftOut, offSale } = readProducts(file.name, file.bytes, store.currency);
  if (faults.length > 0) {
    throw new FaultyFile(faults.length === 1 ? "It has a fault." : `It has ${faults.length} faults.`, faults);
  }
  const counts = await database.products.import(
    store.id,
    products,
    (done) => progress(done, products.length),
    by,
    {
      leftOut: leftOut.map(({ topic }) => topic),
      offSale: offSale.map(({ reference, reason }) => ({ reference, reason: offSaleText(reason) })),
    },
  );
  return { ...counts, skipped, leftOut, offSale };
}

import type { Database } from "../database/database.ts";
import type { ImportCounts } from "../database/queries/products/products.ts";
import type { Store } from "../database/queries/stores.ts";
import type { Actor } from "../domain/actor.ts";
import { FaultyFile } from "./faulty-file.ts";
import { offSaleText } from "./off-sale.ts";
import type { ProductFile } from "./product-file.ts";
import { type ReadProducts, readProducts } from "./read-products.ts";

export interface ImportResult extends ImportCounts, Pick<ProductFile, "leftOut" | "offSale"> {
  /** Rows without a product. */
  skipped: number;
}

export interface ImportBounds {
  /** Per file. */
  maxProducts: number;
  /** Per store, after the import. */
  maxProductsOfStore: number;
  read: ReadProducts;
}

export interface ImportOptions {
  /** Called occasionally with the number of products done and the total. */
  progress?: (done: number, total: number) => void;
  by?: Actor | undefined;
  /** Whether the file's stock replaces that of products that exist. New products always get it. */
  changesStock?: boolean;
  bounds?: ImportBounds;
}

const unbounded: ImportBounds = {
  maxProducts: Number.POSITIVE_INFINITY,
  maxProductsOfStore: Number.POSITIVE_INFINITY,
  read: readProducts,
};

/**
 * Imports a merchant's file into a store, all or nothing. Products that aren't in the file stay unchanged.
 * @throws FaultyFile with the first faults, and CONFLICT when the store would have too many products
 */
export async function importProducts(
  database: Pick<Database, "products">,
  store: Pick<Store, "id" | "currency">,
  file: { name: string; bytes: Buffer },
  { progress = () => {}, by, changesStock = false, bounds = unbounded }: ImportOptions = {},
): Promise<ImportResult> {
  const { name, bytes } = file;
  const { maxProducts, maxProductsOfStore, read } = bounds;
  const { products, skipped, faults, faultCount, leftOut, offSale } = await read(
    name,
    bytes,
    store.currency,
    { maxProducts },
  );
  if (faultCount > 0) {
    const message = faultCount === 1 ? "It has a fault." : `It has ${faultCount} faults.`;
    throw new FaultyFile(message, faults, faultCount);
  }
  const counts = await database.products.import(
    store.id,
    products,
    (done) => progress(done, products.length),
    by,
    {
      leftOut: leftOut.map(({ topic }) => topic),
      changesStock,
      offSale: offSale.map(({ reference, reason }) => ({ reference, reason: offSaleText(reason) })),
    },
    maxProductsOfStore,
  );
  return { ...counts, skipped, leftOut, offSale };
}

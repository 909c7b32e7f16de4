import type { Database } from "../../../server/database/database.ts";
import type { CatalogStore } from "../../../server/database/queries/products/catalogs.ts";
import type { Product } from "../../../server/domain/product.ts";

/** A store and its products on sale, as `getCatalog` reads them; undefined when there is no such store. */
export function readCatalog(
  { catalogs }: Pick<Database, "catalogs">,
  storeId: string,
): Promise<{ store: CatalogStore; products: Product[] } | undefined> {
  return catalogs.read(storeId, async (snapshot) => {
    const store = await snapshot.store();
    if (!store) return undefined;
    const products: Product[] = [];
    for await (const { at } of snapshot.groups()) products.push(...(await snapshot.products(at)));
    return { store, products };
  });
}

import type { Database } from "../../database/database.ts";
import type { ManagedProduct } from "../../database/queries/products/managed-products.ts";
import { noSuchProduct } from "../output/product-text.ts";

/** The product with this reference or id. Throws NOT_FOUND if the store has none. */
export async function productOf(
  { managedProducts }: Pick<Database, "managedProducts">,
  address: { storeId: string; product: string },
): Promise<ManagedProduct> {
  const found = await managedProducts.find(address);
  if (!found) throw noSuchProduct(address.product);
  return found;
}

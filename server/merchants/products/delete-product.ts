import type { Database } from "../../database/database.ts";
import type { ManagedProduct, ProductAddress } from "../../database/queries/products/managed-products.ts";
import type { Actor } from "../../domain/actor.ts";
import { ProductChanged } from "./edit-product.ts";

/**
 * Deletes a product. Undefined when the store has no such product.
 * @param version the version that was read, to detect concurrent changes; undefined to delete the current one
 * @throws ProductChanged when the version differs
 */
export function deleteProduct(
  { managedProducts }: Pick<Database, "managedProducts">,
  address: ProductAddress,
  { version, by }: { version: string | undefined; by: Actor },
): Promise<ManagedProduct | undefined> {
  const refuseChanged = (current: ManagedProduct) => {
    if (version === undefined || version === current.version) return;
    throw new ProductChanged(current, { changes: undefined, by: undefined });
  };
  return managedProducts.delete(address, refuseChanged, by);
}

import { storable } from "../domain/storable.ts";
import { newProduct } from "../merchants/products/edit-product.ts";
import type { Input, Output, Services } from "../operation.ts";
import { productView } from "../views/product-view.ts";
import { sellable } from "./sellable.ts";

export async function createProduct(
  { body, caller }: Input<"createProduct">,
  { database }: Pick<Services, "database">,
): Promise<Output<"createProduct">> {
  const store = await database.stores.get(caller.storeId);
  const product = await database.managedProducts.create(
    caller.storeId,
    sellable(() => newProduct(storable(body), store.currency)),
    {
      kind: "api_key",
      id: caller.keyId,
    },
  );
  return { status: 200, body: { data: productView(product) } };
}

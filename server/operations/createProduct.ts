import type { Input, Output, Services } from "../operation.ts";
import { productView } from "../views/product-view.ts";
import { newInput } from "./product-writes.ts";

export async function createProduct(
  { body, caller, idempotencyToken }: Input<"createProduct">,
  { database }: Pick<Services, "database">,
): Promise<Output<"createProduct">> {
  const { id: storeId, currency } = await database.stores.get(caller.storeId);
  const by = { kind: "api_key", id: caller.keyId } as const;
  const input = newInput(body, currency);
  const product = await database.managedProducts.create(storeId, input, by, idempotencyToken);
  return { status: 200, body: { data: productView(product) } };
}

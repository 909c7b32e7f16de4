import type { Input, Output, Services } from "../operation.ts";
import { envelope } from "../views/envelope.ts";

export async function listProducts(
  { caller }: Input<"listProducts">,
  { store }: Pick<Services, "store">,
): Promise<Output<"listProducts">> {
  return { status: 200, body: envelope(await store.products.listActive(caller.storeId)) };
}

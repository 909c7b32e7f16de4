import { envelope } from "./envelope.ts";
import type { Input, Output, Services } from "./operation.ts";

export async function listProducts(
  { caller }: Input<"listProducts">,
  { store }: Pick<Services, "store">,
): Promise<Output<"listProducts">> {
  return { status: 200, body: envelope(await store.products.listActive(caller.storeId)) };
}

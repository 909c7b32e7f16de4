import type { Input, Output, Services } from "../operation.ts";
import { envelope } from "../views/envelope.ts";

export async function listProducts(
  { caller }: Input<"listProducts">,
  { database }: Pick<Services, "database">,
): Promise<Output<"listProducts">> {
  return { status: 200, body: envelope(await database.products.listActive(caller.storeId)) };
}

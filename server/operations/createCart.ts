import type { Input, Output, Services } from "../operation.ts";
import { cartView } from "../views/cart-view.ts";
import { storeOf } from "../views/store-of.ts";

export async function createCart(
  { caller, idempotencyToken }: Input<"createCart">,
  { database }: Pick<Services, "database">,
): Promise<Output<"createCart">> {
  const store = await storeOf(database, caller.storeId);
  const cart = await database.carts.create(store.id, store.currency, idempotencyToken);
  return { status: 200, body: { data: await cartView(cart, database) } };
}

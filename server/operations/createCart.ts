import type { Input, Output, Services } from "../operation.ts";
import { cartView } from "../views/cart-view.ts";

export async function createCart(
  { caller, idempotencyToken }: Input<"createCart">,
  { database }: Pick<Services, "database">,
): Promise<Output<"createCart">> {
  const store = await database.stores.get(caller.storeId);
  const cart = await database.carts.create(store.id, store.currency, idempotencyToken);
  return { status: 200, body: { data: cartView(cart, await database.products.ofCart(cart)) } };
}

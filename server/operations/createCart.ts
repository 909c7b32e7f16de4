import type { Input, Output, Services } from "../operation.ts";
import { cartView } from "../views/cart-view.ts";
import { shopOf } from "../views/store-of.ts";

export async function createCart(
  { caller }: Input<"createCart">,
  { store }: Pick<Services, "store">,
): Promise<Output<"createCart">> {
  const shop = await shopOf(store, caller.storeId);
  const cart = await store.carts.create(shop.id, shop.currency);
  return { status: 200, body: { data: await cartView(cart, store) } };
}

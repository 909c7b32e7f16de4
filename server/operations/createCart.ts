import { cartView } from "./cart-view.ts";
import type { Operation, Services } from "./operation.ts";
import { shopOf } from "./shop-of.ts";

export const createCart: Operation<"createCart", Pick<Services, "store">> = async ({ caller }, { store }) => {
  const shop = await shopOf(store, caller.storeId);
  const cart = await store.carts.create(shop.id, shop.currency);
  return { status: 200, body: { data: await cartView(cart, store) } };
};

import { ApiError } from "../errors.ts";
import { cartView } from "./cart-view.ts";
import type { Operation, Services } from "./operation.ts";

export const clearCart: Operation<"clearCart", Pick<Services, "store">> = async (
  { path, caller },
  { store },
) => {
  const cart = await store.carts.change({ storeId: caller.storeId, cartId: path.cartId }, () => []);
  if (!cart) throw new ApiError("NOT_FOUND", "No such cart.");
  return { status: 200, body: { data: await cartView(cart, store) } };
};

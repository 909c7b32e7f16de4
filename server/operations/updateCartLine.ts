import { withQuantity } from "../domain/cart.ts";
import { ApiError } from "../errors.ts";
import { cartView } from "./cart-view.ts";
import type { Operation, Services } from "./operation.ts";

export const updateCartLine: Operation<"updateCartLine", Pick<Services, "store">> = async (
  { path: { cartId, productId }, body, caller: { storeId } },
  { store },
) => {
  const cart = await store.carts.change({ storeId, cartId }, (lines) => {
    const changed = withQuantity(lines, productId, body.quantity);
    if (!changed) throw new ApiError("NOT_FOUND", "The cart has no line for this product.");
    return changed;
  });
  if (!cart) throw new ApiError("NOT_FOUND", "No such cart.");
  return { status: 200, body: { data: await cartView(cart, store) } };
};

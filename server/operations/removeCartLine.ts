import { ApiError } from "@counterpart/toolkit/errors";
import { withoutLine } from "../domain/cart.ts";
import type { Input, Output, Services } from "../operation.ts";
import { cartView } from "../views/cart-view.ts";

export async function removeCartLine(
  { path: { cartId, productId }, caller: { storeId } }: Input<"removeCartLine">,
  { database }: Pick<Services, "database">,
): Promise<Output<"removeCartLine">> {
  const cart = await database.carts.change({ storeId, cartId }, (lines) => {
    const rest = withoutLine(lines, productId);
    if (!rest) throw new ApiError("NOT_FOUND", "The cart has no line for this product.");
    return rest;
  });
  if (!cart) throw new ApiError("NOT_FOUND", "No such cart.");
  return { status: 200, body: { data: await cartView(cart, database) } };
}

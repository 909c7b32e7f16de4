import { ApiError } from "@counterpart/server/errors";
import type { Input, Output, Services } from "../operation.ts";
import { cartView } from "../views/cart-view.ts";
import { cartPrecondition } from "./cart-precondition.ts";

export async function clearCart(
  input: Input<"clearCart">,
  { database }: Pick<Services, "database">,
): Promise<Output<"clearCart">> {
  const { path, caller } = input;
  const requireMatch = await cartPrecondition(input, database);
  const cart = await database.carts.change({ storeId: caller.storeId, cartId: path.cartId }, (lines) => {
    requireMatch(lines);
    return [];
  });
  if (!cart) throw new ApiError("NOT_FOUND", "No such cart.");
  return { status: 200, body: { data: cartView(cart, await database.products.ofCart(cart)) } };
}

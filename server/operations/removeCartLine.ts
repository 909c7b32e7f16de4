import { ApiError } from "@counterpart/server/errors";
import { withoutLine } from "../domain/cart.ts";
import type { Input, Output, Services } from "../operation.ts";
import { cartView } from "../views/cart-view.ts";
import { cartPrecondition } from "./cart-precondition.ts";

export async function removeCartLine(
  input: Input<"removeCartLine">,
  { database }: Pick<Services, "database">,
): Promise<Output<"removeCartLine">> {
  const { cartId, productId } = input.path;
  const { storeId } = input.caller;
  const requireMatch = await cartPrecondition(input, database);
  const cart = await database.carts.change({ storeId, cartId }, (lines) => {
    const rest = withoutLine(lines, productId);
    if (!rest) throw new ApiError("NOT_FOUND", "The cart has no line for this product.");
    requireMatch(lines);
    return rest;
  });
  if (!cart) throw new ApiError("NOT_FOUND", "No such cart.");
  return { status: 200, body: { data: cartView(cart, await database.products.ofCart(cart)) } };
}

import { ApiError } from "@counterpart/server/errors";
import type { Database } from "../database/database.ts";
import type { CartLine } from "../domain/cart.ts";
import type { Input } from "../operation.ts";
import { cartView } from "../views/cart-view.ts";

type CartChange = "addCartLine" | "updateCartLine" | "removeCartLine" | "clearCart";

/**
 * Prepares the comparison with `If-Match`, which happens within the write. Names and prices are read
 * beforehand, as for a GET; a line that is missing at that point was added after the caller's tag.
 * @returns a function that throws 412 CONFLICT if a GET of the cart with these lines would have another tag
 */
export async function cartPrecondition(
  { path: { cartId }, headers, ifMatch, caller: { storeId } }: Input<CartChange>,
  database: Pick<Database, "carts" | "products">,
): Promise<(lines: CartLine[]) => void> {
  if (headers["If-Match"] === undefined) return () => {};
  const cart = await database.carts.find({ storeId, cartId });
  // The write won't find a cart either.
  if (!cart) return () => {};
  const products = await database.products.ofCart(cart);
  return (lines) => {
    if (ifMatch({ data: cartView({ ...cart, lines }, products) })) return;
    throw new ApiError("CONFLICT", "The cart has changed since you read it. Read it again.", { status: 412 });
  };
}

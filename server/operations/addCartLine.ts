import { ApiError } from "@counterpart/server/errors";
import { withMore } from "../domain/cart.ts";
import type { Input, Output, Services } from "../operation.ts";
import { cartView } from "../views/cart-view.ts";
import { cartPrecondition } from "./cart-precondition.ts";

export async function addCartLine(
  input: Input<"addCartLine">,
  { database }: Pick<Services, "database">,
): Promise<Output<"addCartLine">> {
  const { path, body, caller, idempotencyToken } = input;
  const { storeId } = caller;
  const requireMatch = await cartPrecondition(input, database);
  // Not `find`, which may read from a replica.
  const products = await database.products.findMany({ storeId, productIds: [body.productId] });
  const product = products.get(body.productId);
  const cart = await database.carts.change(
    { storeId, cartId: path.cartId },
    (lines, currency) => {
      if (!product) throw new ApiError("NOT_FOUND", "No such product.");
      requireMatch(lines);
      return withMore(lines, product, body.quantity, currency);
    },
    idempotencyToken,
  );
  if (!cart) throw new ApiError("NOT_FOUND", "No such cart.");
  return { status: 200, body: { data: cartView(cart, await database.products.ofCart(cart)) } };
}

import { ApiError } from "@counterpart/server/errors";
import type { Input, Output, Services } from "../operation.ts";
import { cachedEnvelope } from "../views/cached-envelope.ts";
import { keptCartView } from "../views/cart-view.ts";

export async function getCart(
  { path, caller }: Input<"getCart">,
  { database }: Pick<Services, "database">,
): Promise<Output<"getCart">> {
  const cart = await database.carts.find({ storeId: caller.storeId, cartId: path.cartId });
  if (!cart) throw new ApiError("NOT_FOUND", "No such cart.");
  return { status: 200, body: cachedEnvelope(keptCartView(cart, await database.products.ofCart(cart))) };
}

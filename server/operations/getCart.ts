import { type MaybePromise, mapMaybePromise } from "@counterpart/server";
import { ApiError } from "@counterpart/server/errors";
import type { Input, Output, Services } from "../operation.ts";
import { cachedEnvelope } from "../views/cached-envelope.ts";
import { keptCartView } from "../views/cart-view.ts";

export function getCart(
  { path, caller }: Input<"getCart">,
  { database }: Pick<Services, "database">,
): MaybePromise<Output<"getCart">> {
  const found = database.carts.find({ storeId: caller.storeId, cartId: path.cartId });
  return mapMaybePromise(found, (cart) => {
    if (!cart) throw new ApiError("NOT_FOUND", "No such cart.");
    return mapMaybePromise(keptCartView(cart, database), (data) => ({
      status: 200,
      body: cachedEnvelope(data),
    }));
  });
}

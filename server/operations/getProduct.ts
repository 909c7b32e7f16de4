import { type MaybePromise, mapMaybePromise } from "@counterpart/server";
import { ApiError } from "@counterpart/server/errors";
import type { Input, Output, Services } from "../operation.ts";
import { cachedEnvelope } from "../views/cached-envelope.ts";

/** Most products are in the cache, and sent at once. */
export function getProduct(
  { path, caller }: Input<"getProduct">,
  { database }: Pick<Services, "database">,
): MaybePromise<Output<"getProduct">> {
  const found = database.products.find({ storeId: caller.storeId, productId: path.productId });
  return mapMaybePromise(found, (product) => {
    if (!product) throw new ApiError("NOT_FOUND", "No such product.");
    return { status: 200, body: cachedEnvelope(product) };
  });
}

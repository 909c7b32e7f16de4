import { ApiError } from "@counterpart/server/errors";
import type { Input, Output, Services } from "../operation.ts";
import { cachedEnvelope } from "../views/cached-envelope.ts";

export async function getProduct(
  { path, caller }: Input<"getProduct">,
  { database }: Pick<Services, "database">,
): Promise<Output<"getProduct">> {
  const product = await database.products.find({ storeId: caller.storeId, productId: path.productId });
  if (!product) throw new ApiError("NOT_FOUND", "No such product.");
  return { status: 200, body: cachedEnvelope(product) };
}

import { ApiError } from "../errors.ts";
import { envelope } from "./envelope.ts";
import type { Input, Output, Services } from "./operation.ts";

export async function getProduct(
  { path, caller }: Input<"getProduct">,
  { store }: Pick<Services, "store">,
): Promise<Output<"getProduct">> {
  const product = await store.products.find({ storeId: caller.storeId, productId: path.productId });
  if (!product) throw new ApiError("NOT_FOUND", "No such product.");
  return { status: 200, body: envelope(product) };
}

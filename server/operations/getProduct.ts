import { ApiError } from "../errors.ts";
import { envelope } from "./envelope.ts";
import type { Operation, Services } from "./operation.ts";

export const getProduct: Operation<"getProduct", Pick<Services, "store">> = async (
  { path, caller },
  { store },
) => {
  const product = await store.products.find({ storeId: caller.storeId, productId: path.productId });
  if (!product) throw new ApiError("NOT_FOUND", "No such product.");
  return { status: 200, body: envelope(product) };
};

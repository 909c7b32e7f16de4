import { envelope } from "./envelope.ts";
import type { Operation, Services } from "./operation.ts";

export const listProducts: Operation<"listProducts", Pick<Services, "store">> = async (
  { caller },
  { store },
) => {
  return { status: 200, body: envelope(await store.products.listActive(caller.storeId)) };
};

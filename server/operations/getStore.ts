import type { Input, Output, Services } from "../operation.ts";
import { shopOf } from "../views/store-of.ts";

export async function getStore(
  { caller }: Input<"getStore">,
  { store }: Pick<Services, "store">,
): Promise<Output<"getStore">> {
  const shop = await shopOf(store, caller.storeId);
  const { id, slug, name, description, logoUrl, isPublished, paymentsConfigured } = shop;
  return {
    status: 200,
    body: {
      data: {
        _id: id,
        slug,
        name,
        ...(description !== null && { description }),
        ...(logoUrl !== null && { logoUrl }),
        isPublished,
        paymentsConfigured,
      },
    },
  };
}

import { acceptsPayments } from "../database/queries/stores.ts";
import type { Input, Output, Services } from "../operation.ts";

export async function getStore(
  { caller }: Input<"getStore">,
  { database }: Pick<Services, "database">,
): Promise<Output<"getStore">> {
  const store = await database.stores.get(caller.storeId);
  const { id, slug, name, description, logoUrl, isPublished } = store;
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
        paymentsConfigured: acceptsPayments(store),
      },
    },
  };
}

import { ApiError } from "@counterpart/server/errors";
import type { Input, Output, Services } from "../operation.ts";
import { nextPage } from "../views/next-page.ts";
import { orderView } from "../views/order-view.ts";

export async function listOrders(
  { query, caller }: Input<"listOrders">,
  { database }: Pick<Services, "database">,
): Promise<Output<"listOrders">> {
  const page = await database.orders.list({ ...query, storeId: caller.storeId });
  if (!page) throw new ApiError("NOT_FOUND", "No such order.");
  const last = page.hasMore ? page.orders.at(-1) : undefined;
  return {
    status: 200,
    body: { data: page.orders.map(orderView) },
    ...(last && { headers: { Link: nextPage("/v1/orders", { ...query, after: last.id }) } }),
  };
}

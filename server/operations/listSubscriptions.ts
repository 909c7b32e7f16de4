import { ApiError } from "@counterpart/server/errors";
import type { Input, Output, Services } from "../operation.ts";
import { nextPage } from "../views/next-page.ts";
import { subscriptionView } from "../views/subscription-view.ts";

export async function listSubscriptions(
  { query, caller }: Input<"listSubscriptions">,
  { database }: Pick<Services, "database">,
): Promise<Output<"listSubscriptions">> {
  const page = await database.subscriptions.page({ ...query, storeId: caller.storeId });
  if (!page) throw new ApiError("NOT_FOUND", "No such subscription.");
  const last = page.hasMore ? page.subscriptions.at(-1) : undefined;
  return {
    status: 200,
    body: { data: page.subscriptions.map(subscriptionView) },
    ...(last && { headers: { Link: nextPage("/v1/subscriptions", { ...query, after: last.id }) } }),
  };
}

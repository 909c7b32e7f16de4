import { ApiError } from "@counterpart/server/errors";
import type { Input, Output, Services } from "../operation.ts";
import { subscriptionView } from "../views/subscription-view.ts";

export async function getSubscription(
  { path, caller: { storeId } }: Input<"getSubscription">,
  { database }: Pick<Services, "database">,
): Promise<Output<"getSubscription">> {
  const { subscriptionId } = path;
  const subscription = await database.subscriptions.findOfStore({ storeId, subscriptionId });
  if (!subscription) throw new ApiError("NOT_FOUND", "No such subscription.");
  return { status: 200, body: { data: subscriptionView(subscription) } };
}

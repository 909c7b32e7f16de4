import { ApiError } from "@counterpart/server/errors";
import type { Input, Output, Services } from "../operation.ts";
import { subscriptionView } from "../views/subscription-view.ts";

export async function cancelSubscription(
  { path, query, caller: { storeId, keyId } }: Input<"cancelSubscription">,
  services: Pick<Services, "cancelSubscription">,
): Promise<Output<"cancelSubscription">> {
  const by = { kind: "api_key", id: keyId } as const;
  const cancelled = await services.cancelSubscription({ storeId, ...path }, query.at, by);
  if (!cancelled) throw new ApiError("NOT_FOUND", "No such subscription.");
  return { status: 200, body: { data: subscriptionView(cancelled) } };
}

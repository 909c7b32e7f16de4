import { ApiError } from "../errors.ts";
import type { Operation, Services } from "./operation.ts";
import { shopOf } from "./shop-of.ts";

export const createPortalSession: Operation<
  "createPortalSession",
  Pick<Services, "store" | "portal" | "resolveMember">
> = async ({ body, caller: { storeId } }, { store, portal, resolveMember }) => {
  const memberId = await resolveMember({ storeId, memberSessionId: body.memberSessionId });
  if (memberId === undefined) throw new ApiError("NOT_FOUND", "No such member session, or it has expired.");
  const subscription = await store.subscriptions.findLive({ storeId, memberId });
  if (!subscription) throw new ApiError("FORBIDDEN", "This member has no live subscription in this store.");
  const shop = await shopOf(store, storeId);
  if (!shop.paymentsConfigured) {
    throw new ApiError("PAYMENTS_NOT_CONFIGURED", "The store hasn't connected the payment provider yet.");
  }
  const { url } = await portal.open({ shop, subscription });
  return { status: 200, body: { data: { url } } };
};

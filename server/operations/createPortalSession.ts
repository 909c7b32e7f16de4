import { ApiError } from "@counterpart/toolkit/errors";
import { shopError } from "../error-codes.ts";
import type { Input, Output, Services } from "../operation.ts";
import { shopOf } from "../views/store-of.ts";

export async function createPortalSession(
  { body, caller: { storeId } }: Input<"createPortalSession">,
  { store, portal, resolveMember }: Pick<Services, "store" | "portal" | "resolveMember">,
): Promise<Output<"createPortalSession">> {
  const shop = await shopOf(store, storeId);
  const memberId = await resolveMember({ shop, memberSessionId: body.memberSessionId });
  if (memberId === undefined) throw new ApiError("NOT_FOUND", "No such member session, or it has expired.");
  const known = await store.subscriptions.listLive({ storeId, memberId });
  if (known.length === 0) throw notSubscribed();
  if (!shop.paymentsConfigured) {
    throw shopError("PAYMENTS_NOT_CONFIGURED", "The store isn't connected to the payment provider yet.");
  }
  const opened = await portal.open({ shop, memberId });
  if (!opened) throw notSubscribed();
  return { status: 200, body: { data: { url: opened.url } } };
}

function notSubscribed(): ApiError {
  return new ApiError("FORBIDDEN", "The member has no live subscription with this store.");
}

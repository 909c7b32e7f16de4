import { ApiError } from "@counterpart/server/errors";
import { shopError } from "../domain/error-codes.ts";
import type { Input, Output, Services } from "../operation.ts";

export async function createPortalSession(
  { body, caller: { storeId } }: Input<"createPortalSession">,
  { database, portal, resolveMember }: Pick<Services, "database" | "portal" | "resolveMember">,
): Promise<Output<"createPortalSession">> {
  const store = await database.stores.get(storeId);
  const memberId = await resolveMember({ store, memberSessionId: body.memberSessionId });
  if (memberId === undefined) throw new ApiError("NOT_FOUND", "No such member session, or it has expired.");
  const known = await database.subscriptions.listLive({ storeId, memberId });
  if (known.length === 0) throw notSubscribed();
  if (!store.paymentsConfigured) {
    throw shopError("PAYMENTS_NOT_CONFIGURED", "The store isn't connected to the payment provider yet.");
  }
  const opened = await portal.open({ store, memberId });
  if (!opened) throw notSubscribed();
  return { status: 200, body: { data: { url: opened.url } } };
}

function notSubscribed(): ApiError {
  return new ApiError("FORBIDDEN", "The member has no live subscription with this store.");
}

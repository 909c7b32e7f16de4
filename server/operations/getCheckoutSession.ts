import { ApiError } from "@counterpart/server/errors";
import type { Input, Output, Services } from "../operation.ts";
import { checkoutSessionView } from "../views/checkout-session-view.ts";

export async function getCheckoutSession(
  { path, caller }: Input<"getCheckoutSession">,
  { database, checkout }: Pick<Services, "database" | "checkout">,
): Promise<Output<"getCheckoutSession">> {
  const known = await database.checkoutSessions.find({ storeId: caller.storeId, sessionId: path.sessionId });
  if (!known) throw new ApiError("NOT_FOUND", "No such checkout session.");
  const session = await checkout.refresh(known);
  return { status: 200, body: { data: checkoutSessionView(session) } };
}

import { ApiError } from "@counterpart/server/errors";
import type { Services } from "../../../operation.ts";
import { addressedSession } from "../addressed-session.ts";
import type { Input, Output } from "../operation.ts";
import { sellingStore } from "../refusals.ts";
import { sessionView } from "../views/session-view.ts";

export async function cancelCheckoutSession(
  input: Input<"cancelCheckoutSession">,
  { database, agentPurchases, publicUrl }: Pick<Services, "database" | "agentPurchases" | "publicUrl">,
): Promise<Output<"cancelCheckoutSession">> {
  const store = await sellingStore(input, { database });
  const purchase = await agentPurchases.cancel(store, addressedSession(input));
  if (!purchase) {
    throw new ApiError("not_cancelable", "The session has ended, so it can’t be canceled.", { status: 405 });
  }
  return {
    status: 200,
    headers: { "Idempotency-Key": input.headers["Idempotency-Key"] },
    body: sessionView(purchase, { store, publicUrl }),
  };
}

import type { Services } from "../../../operation.ts";
import { addressedSession } from "../addressed-session.ts";
import type { Input, Output } from "../operation.ts";
import { refuseUnpayable, sellingStore } from "../refusals.ts";
import { requestedChange } from "../requested-change.ts";
import { sessionView } from "../views/session-view.ts";

export async function updateCheckoutSession(
  input: Input<"updateCheckoutSession">,
  { database, agentPurchases, publicUrl }: Pick<Services, "database" | "agentPurchases" | "publicUrl">,
): Promise<Output<"updateCheckoutSession">> {
  const { body, headers } = input;
  const store = await sellingStore(input, { database });
  const purchase = await agentPurchases
    .change(store, addressedSession(input), requestedChange(body))
    .catch(refuseUnpayable);
  return {
    status: 200,
    headers: { "Idempotency-Key": headers["Idempotency-Key"] },
    body: sessionView(purchase, { store, publicUrl }),
  };
}

import type { Services } from "../../../operation.ts";
import { addressedSession } from "../addressed-session.ts";
import type { Input, Output } from "../operation.ts";
import { sellingStore } from "../refusals.ts";
import { sessionView } from "../views/session-view.ts";

export async function getCheckoutSession(
  input: Input<"getCheckoutSession">,
  { database, agentPurchases, publicUrl }: Pick<Services, "database" | "agentPurchases" | "publicUrl">,
): Promise<Output<"getCheckoutSession">> {
  const store = await sellingStore(input, { database });
  const purchase = await agentPurchases.read(store, addressedSession(input));
  return { status: 200, body: sessionView(purchase, { store, publicUrl }) };
}

import type { Services } from "../../../operation.ts";
import type { Input, Output } from "../operation.ts";
import { refuseOtherCurrency, sellingStore } from "../refusals.ts";
import { linesOf, requestedChange } from "../requested-change.ts";
import { sessionView } from "../views/session-view.ts";

export async function createCheckoutSession(
  input: Input<"createCheckoutSession">,
  { database, agentPurchases, publicUrl }: Pick<Services, "database" | "agentPurchases" | "publicUrl">,
): Promise<Output<"createCheckoutSession">> {
  const { body, caller, headers, idempotencyToken } = input;
  const store = await sellingStore(input, { database });
  refuseOtherCurrency(store, body.currency);
  const change = { ...requestedChange(body), lines: linesOf(body.line_items) };
  const purchase = await agentPurchases.create({ store, agent: caller.keyId, idempotencyToken }, change);
  const requestId = headers["Request-Id"];
  return {
    status: 201,
    headers: {
      "Idempotency-Key": headers["Idempotency-Key"],
      ...(requestId !== undefined && { "Request-Id": requestId }),
    },
    body: sessionView(purchase, { store, publicUrl }),
  };
}

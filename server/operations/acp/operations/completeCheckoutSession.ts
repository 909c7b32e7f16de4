import { ApiError } from "@counterpart/server/errors";
import { isGrantedToken } from "../../../domain/granted-token.ts";
import { orderPermalink } from "../../../domain/order-permalink.ts";
import type { Services } from "../../../operation.ts";
import { authenticationNeeded } from "../../../payments/agents/authentication-needed.ts";
import { acpOrderView } from "../../../views/acp/acp-order-view.ts";
import { addressedSession } from "../addressed-session.ts";
import type { Input, Output, Schemas } from "../operation.ts";
import { refuseUnpayable, sellingStore } from "../refusals.ts";
import { buyerOf } from "../requested-change.ts";
import { handlerId, sessionView } from "../views/session-view.ts";

export async function completeCheckoutSession(
  input: Input<"completeCheckoutSession">,
  { database, agentPurchases, publicUrl }: Pick<Services, "database" | "agentPurchases" | "publicUrl">,
): Promise<Output<"completeCheckoutSession">> {
  const { body, headers, caller } = input;
  const store = await sellingStore(input, { database });
  const readToken = () => tokenOf(body.payment_data);
  const purchase = await agentPurchases
    .complete(store, addressedSession(input), {
      readToken,
      isRefused: isRefused(body),
      ...buyerOf(body.buyer),
    })
    .catch(refuseUnpayable);
  if (purchase.status === "authenticating") throw needsAuthentication();
  const { id: sessionId } = purchase.session;
  const listed = await database.orders.list({ storeId: caller.storeId, sessionId, limit: 1 });
  const order = listed?.orders[0];
  if (!order) throw new Error(`The order of ${sessionId} is missing.`);
  const permalink = orderPermalink(sessionId, { successUrl: store.successUrl, publicUrl });
  return {
    status: 200,
    headers: { "Idempotency-Key": headers["Idempotency-Key"] },
    body: { ...sessionView(purchase, { store, publicUrl }), order: acpOrderView(order, permalink) },
  };
}

/** Whether the agent says that the bank's authentication failed. */
function isRefused({ authentication_result: result }: Input<"completeCheckoutSession">["body"]): boolean {
  return result !== undefined && !agreements.includes(result.outcome);
}

const agreements = ["authenticated", "attempt_acknowledged", "informational"];

function needsAuthentication(): ApiError {
  const details = { in: "body", pointer: "/authentication_result", rule: "required" } as const;
  return new ApiError("requires_3ds", authenticationNeeded, {
    status: 400,
    details: [{ ...details, message: authenticationNeeded }],
  });
}

/** @throws ApiError 400 for another way to pay than our handler's token */
function tokenOf({ handler_id: handler, instrument }: Schemas["PaymentData"]): string {
  const { type, token } = instrument?.credential ?? {};
  if (handler === handlerId && type === "spt" && isGrantedToken(token)) return token;
  const message = `The store takes tokens of the type spt with the handler ${handlerId}.`;
  throw new ApiError("unsupported_payment", message, {
    status: 400,
    details: [{ in: "body", pointer: "/payment_data", rule: "enum", message }],
  });
}

import type { Outcome } from "../../database/queries/sessions/checkout-sessions.ts";
import type { CheckoutSessionRecord } from "../../domain/checkout-session.ts";
import { type IntentState, isIntent } from "../provider/intents.ts";
import type { Provider } from "../provider/provider.ts";

/** A session that the provider knows. */
export type KnownSession = CheckoutSessionRecord & { providerId: string };

/** The outcome of a session: of its page, or of the payment with which an agent pays it. */
export async function readOutcome(
  provider: Pick<Provider, "readSession" | "readIntent">,
  session: KnownSession,
): Promise<Outcome> {
  const { providerId: id, account } = session;
  if (!isIntent(id)) return provider.readSession({ id, account });
  return intentOutcome(session, await provider.readIntent({ id, account }));
}

/** Ends a session so that it can't be paid any more. Complete if it was paid before. */
export async function endAtProvider(
  provider: Pick<Provider, "expireSession" | "cancelIntent">,
  session: KnownSession,
): Promise<Outcome> {
  const { providerId: id, account } = session;
  if (!isIntent(id)) return provider.expireSession({ id, account });
  return intentOutcome(session, await provider.cancelIntent({ id, account }));
}

/** The provider knows only the sum, so everything else is what the session has. */
export function intentOutcome(session: CheckoutSessionRecord, intent: IntentState): Outcome {
  const { customerEmail, customerName, customerPhone, shippingAddress, amounts, offers } = session;
  const { id, status, received, chargedAt } = intent;
  const isPaid = status === "succeeded";
  const isComplete = isPaid || status === "processing";
  const [rate] = offers?.shipping ?? [];
  return {
    status: isComplete ? "complete" : status === "canceled" ? "expired" : "open",
    paymentStatus: isPaid ? "paid" : "unpaid",
    paymentOutcome: isPaid ? "paid" : isComplete ? "pending" : null,
    ...{ customerEmail, customerName, customerPhone, shippingAddress, amounts },
    url: null,
    completedAt: isComplete ? chargedAt : null,
    paymentId: id,
    paid: isPaid ? received : null,
    shippingChoice: isComplete && rate ? { index: 0, priceInCents: rate.priceInCents } : null,
    appliedCodes: offers?.code === undefined ? [] : [offers.code],
    payments: isPaid ? [{ id, invoiceId: null, ...received, paidAt: chargedAt ?? session.createdAt }] : [],
  };
}

import type { Database } from "../../database/database.ts";
import type { SubscriptionAddress } from "../../database/queries/buyers/subscriptions.ts";
import type { Actor } from "../../domain/actor.ts";
import { conflict } from "../../domain/error-codes.ts";
import type { CancelAt, SubscriptionRecord } from "../../domain/subscription.ts";
import { hasEnded } from "../../domain/subscription-state.ts";
import type { SubscriptionState } from "../checkout/session-outcome.ts";
import type { Provider } from "../provider/provider.ts";
import { isUnknownObject, quoting } from "../provider/provider-errors.ts";

export interface CancelSubscriptionParts {
  database: Pick<Database, "subscriptions">;
  provider: Pick<Provider, "readSubscription" | "cancelSubscription" | "cancelAtPeriodEnd">;
}

/**
 * Cancels a subscription for its merchant, without a refund. Repeating it changes nothing. Undefined when the store has no such
 * subscription.
 * @throws CONFLICT or PAYMENTS_NOT_CONFIGURED with the provider's message if the provider refuses
 */
export type CancelSubscription = (
  address: SubscriptionAddress,
  at: CancelAt,
  by: Actor,
) => Promise<SubscriptionRecord | undefined>;

/** Shown with the subscription at the provider. */
const comment = "Cancelled by the merchant.";

export function createCancelSubscription({
  database: { subscriptions },
  provider,
}: CancelSubscriptionParts): CancelSubscription {
  return async (address, at, by) => {
    const known = await subscriptions.findOfStore(address);
    if (!known) return undefined;
    try {
      const state = await provider.readSubscription(known);
      await subscriptions.save({ ...known, ...(isDone(state, at) ? state : await cancel(known, at, by)) });
    } catch (error) {
      if (!isUnknownObject(error)) throw error;
      const unknown = "The payment provider doesn't know this subscription.";
      throw conflict(quoting(unknown, error), { cause: error });
    }
    return subscriptions.findOfStore(address);
  };

  async function cancel(known: SubscriptionRecord, at: CancelAt, by: Actor): Promise<SubscriptionState> {
    await subscriptions.requestCancellation(known, at, by);
    return at === "now"
      ? provider.cancelSubscription(known, comment)
      : provider.cancelAtPeriodEnd(known, comment);
  }
}

/** A subscription that is going to end earlier than its period isn't made to last longer. */
function isDone(state: SubscriptionState, at: CancelAt): boolean {
  if (hasEnded(state)) return true;
  const { cancelAt, currentPeriodEnd } = state;
  return at === "periodEnd" && cancelAt !== null && currentPeriodEnd !== null && cancelAt <= currentPeriodEnd;
}

import type { Database } from "../../database/database.ts";
import { recordDispute } from "../../database/queries/orders/record-dispute.ts";
import type { LinkPayment } from "../checkout/link-payment.ts";
import type { Provider } from "../provider/provider.ts";
import type { Effect } from "./effect.ts";
import { isForeignAccount } from "./foreign-account.ts";

export interface DisputeEventParts {
  database: Pick<Database, "providerEvents" | "stores">;
  provider: Pick<Provider, "readDispute">;
  linkPayment: LinkPayment;
}

/** The buyer's bank disputes a payment, or the dispute has changed. */
export function createDisputeEvent({ database, provider, linkPayment }: DisputeEventParts): Effect {
  return async (event) => {
    const { account } = event;
    const { paymentId, ...dispute } = await provider.readDispute({ id: event.object.id, account });
    // Without a payment intent, it wasn't paid at a checkout of ours.
    if (paymentId === null) return "unknown_object";
    const link = await linkPayment({ id: paymentId, account });
    if (!link && (await isForeignAccount(database.stores, account))) return "other_account";
    await database.providerEvents.accept(event, async (db) => {
      await link?.(db, dispute.fetchedAt);
      await recordDispute(db, { ...dispute, paymentId, account });
    });
    return "accepted";
  };
}

import type { Database } from "../../database/database.ts";
import { recordDispute } from "../../database/queries/orders/record-dispute.ts";
import type { Clock } from "../../domain/clock.ts";
import type { LinkPayment } from "../checkout/link-payment.ts";
import type { Provider } from "../provider/provider.ts";
import type { Effect } from "./effect.ts";
import { isForeignAccount } from "./foreign-account.ts";

export interface DisputeEventParts {
  database: Pick<Database, "providerEvents" | "stores">;
  provider: Pick<Provider, "readDispute">;
  linkPayment: LinkPayment;
  clock: Clock;
}

/** Handles a new or changed dispute of a payment by the buyer's bank. */
export function createDisputeEvent({ database, provider, linkPayment, clock }: DisputeEventParts): Effect {
  return async (event) => {
    const { account } = event;
    const { paymentId, ...dispute } = await provider.readDispute({ id: event.object.id, account });
    // Without a payment intent, the payment wasn't made through our checkout.
    if (paymentId === null) return "unknown_object";
    const link = await linkPayment({ id: paymentId, account });
    if (!link && (await isForeignAccount(database.stores, account))) return "other_account";
    await database.providerEvents.accept(event, async (db) => {
      await link?.(db, clock());
      await recordDispute(db, { ...dispute, paymentId, account }, clock());
    });
    return "accepted";
  };
}

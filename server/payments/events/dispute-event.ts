import type { Store } from "../../database/database.ts";
import { recordDispute } from "../../database/queries/orders.ts";
import type { LinkPayment } from "../checkout/link-payment.ts";
import type { Provider } from "../provider/provider.ts";
import type { Effect } from "./effect.ts";
import { isForeignAccount } from "./foreign-account.ts";

export interface DisputeEventParts {
  store: Pick<Store, "providerEvents" | "stores">;
  provider: Pick<Provider, "readDispute">;
  linkPayment: LinkPayment;
}

/** The buyer's bank has called a payment into question, or something has become of that. */
export function createDisputeEvent({ store, provider, linkPayment }: DisputeEventParts): Effect {
  return async (event) => {
    const { account } = event;
    const { paymentId, ...dispute } = await provider.readDispute({ id: event.object.id, account });
    // What has no payment intent wasn't paid at a checkout of ours.
    if (paymentId === null) return "unknown_object";
    const link = await linkPayment({ id: paymentId, account });
    if (!link && (await isForeignAccount(store.stores, account))) return "other_account";
    await store.providerEvents.accept(event, async (db) => {
      await link?.(db);
      await recordDispute(db, { ...dispute, paymentId, account });
    });
    return "accepted";
  };
}

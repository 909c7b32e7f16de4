import type { Database } from "../../database/database.ts";
import { recordRefunds } from "../../database/queries/orders/record-refunds.ts";
import type { Clock } from "../../domain/clock.ts";
import type { LinkPayment } from "../checkout/link-payment.ts";
import type { Provider } from "../provider/provider.ts";
import type { Effect } from "./effect.ts";
import { isForeignAccount } from "./foreign-account.ts";

export interface RefundEventParts {
  database: Pick<Database, "providerEvents" | "stores">;
  provider: Pick<Provider, "readRefunds">;
  linkPayment: LinkPayment;
  clock: Clock;
}

/** Fetches a payment's refunds again when one was created, changed or failed. */
export function createRefundEvent({ database, provider, linkPayment, clock }: RefundEventParts): Effect {
  return async (event) => {
    const { paymentId: id } = event.object;
    // Without a payment intent, the payment wasn't made through our checkout.
    if (id === null) return "unknown_object";
    const { account } = event;
    const link = await linkPayment({ id, account });
    if (!link && (await isForeignAccount(database.stores, account))) return "other_account";
    const refunds = await provider.readRefunds({ id, account });
    await database.providerEvents.accept(event, async (db) => {
      await link?.(db, clock());
      await recordRefunds(db, refunds, clock());
    });
    return "accepted";
  };
}

import type { Database } from "../../database/database.ts";
import type { Clock } from "../../domain/clock.ts";
import type { SubscriptionRecord } from "../../domain/subscription.ts";
import type { Provider } from "../provider/provider.ts";
import { isAccountGone, isUnknownObject } from "../provider/provider-errors.ts";
import type { CheckRenewal } from "../subscriptions/check-renewal.ts";

export interface ReadSubscriptionParts {
  subscriptions: Pick<Database["subscriptions"], "saveWithPayments" | "finishReading">;
  provider: Pick<Provider, "readSubscription" | "listPaidInvoices">;
  checkRenewal: CheckRenewal;
  clock: Clock;
}

/** Reads a subscription and its paid invoices, to catch missed renewals and cancellations. */
export async function readSubscription(
  { id, storeId, account, memberId }: SubscriptionRecord,
  { subscriptions, provider, checkRenewal, clock }: ReadSubscriptionParts,
): Promise<void> {
  try {
    const state = await provider.readSubscription({ id, account });
    const invoices = await provider.listPaidInvoices({ id, account });
    const renewals = await subscriptions.saveWithPayments({ ...state, storeId, account, memberId }, invoices);
    for (const invoice of renewals) await checkRenewal(state, invoice);
  } catch (error) {
    // An unreadable subscription keeps its last known state.
    if (!isAccountGone(error) && !isUnknownObject(error)) throw error;
  }
  await subscriptions.finishReading(id, clock());
}

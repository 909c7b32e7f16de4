import type { Database } from "../../database/database.ts";
import type { Clock } from "../../domain/clock.ts";
import { isLive } from "../../domain/subscription-state.ts";
import type { Provider } from "../provider/provider.ts";
import { isAccountGone } from "../provider/provider-errors.ts";
import type { CheckRenewal } from "../subscriptions/check-renewal.ts";
import { readSubscription } from "./read-subscription.ts";
import type { RecoverEvent } from "./recover-event.ts";

export interface SyncParts {
  database: Pick<Database, "eventListings" | "stores" | "subscriptions">;
  provider: Pick<Provider, "listEvents" | "readSubscription" | "listPaidInvoices">;
  recoverEvent: RecoverEvent;
  checkRenewal: CheckRenewal;
  clock: Clock;
}

export interface SyncReport {
  accounts: SyncedAccount[];
  /** Live subscriptions. */
  subscriptions: { read: number; failed: number };
}

export interface SyncedAccount {
  /** Null for the platform's own. */
  account: string | null;
  /** Events listed since then. */
  listed: number;
  /** Events that no webhook delivered and that were handled now. */
  recovered: number;
  /** Events that failed; the sweeper retries them. */
  failed: number;
  /** Why the list wasn't read to its end; null if it was. */
  error: string | null;
}

/**
 * Does the sweeper's gradual work at once: handles all events that no webhook delivered, even those the
 * sweeper already passed, and reads every live subscription. Continues after failures.
 * @param since milliseconds since 1970; the provider lists the events of 30 days
 */
export async function syncPayments(parts: SyncParts, since: number): Promise<SyncReport> {
  const { database, clock } = parts;
  await database.eventListings.notice(clock());
  const accounts: SyncedAccount[] = [];
  for (const { account } of await database.eventListings.list()) {
    accounts.push(await syncEvents(account, since, parts));
  }
  return { accounts, subscriptions: await syncSubscriptions(parts) };
}

async function syncEvents(
  account: string | null,
  since: number,
  { provider, recoverEvent }: SyncParts,
): Promise<SyncedAccount> {
  const synced: SyncedAccount = { account, listed: 0, recovered: 0, failed: 0, error: null };
  try {
    for (let after: string | undefined; ; ) {
      const page = await provider.listEvents({ account, createdFrom: since, after });
      synced.listed += page.events.length;
      for (const { event } of await recoverEvent.withoutKnown(page.events)) {
        if (!event) continue;
        if ((await recoverEvent.handle(event)) === undefined) synced.recovered++;
        else synced.failed++;
      }
      after = page.events.at(-1)?.id;
      if (!page.hasMore || after === undefined) return synced;
    }
  } catch (error) {
    if (isAccountGone(error)) return { ...synced, error: "The provider refuses this account." };
    return { ...synced, error: error instanceof Error ? error.message : String(error) };
  }
}

async function syncSubscriptions({
  database,
  provider,
  checkRenewal,
  clock,
}: SyncParts): Promise<SyncReport["subscriptions"]> {
  const { stores, subscriptions } = database;
  const done = { read: 0, failed: 0 };
  for (const { id: storeId } of await stores.list()) {
    for (const one of (await subscriptions.list(storeId)).filter(isLive)) {
      try {
        await readSubscription(one, { subscriptions, provider, checkRenewal, clock });
        done.read++;
      } catch {
        done.failed++;
      }
    }
  }
  return done;
}

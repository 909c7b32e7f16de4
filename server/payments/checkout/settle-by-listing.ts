import type { Database } from "../../database/database.ts";
import type { AccountToList } from "../../database/queries/sessions/unsettled-sessions.ts";
import type { CheckoutSessionRecord } from "../../domain/checkout-session.ts";
import type { Clock } from "../../domain/clock.ts";
import type { ListedSession, Provider } from "../provider/provider.ts";
import { isAccountGone, isUnknownObject } from "../provider/provider-errors.ts";
import type { SweepBudget } from "../sweeping/sweep-budget.ts";
import type { Checkout } from "./checkout.ts";

export interface ListingParts {
  sessions: Pick<
    Database["unsettledSessions"],
    "saveListing" | "findOpen" | "endedSessions" | "claimUnlisted"
  >;
  provider: Pick<Provider, "listSessions">;
  checkout: Pick<Checkout, "refresh" | "settle" | "expire">;
  clock: Clock;
}

/** How many unlisted sessions of an account a sweep requests individually. */
const maxUnlisted = 20;

/**
 * Settles an account's open sessions from the provider's lists, newest first, then those that ended in neither list.
 * Continues in the next sweep when the budget is used up. Throws single sessions' errors at the end.
 */
export async function settleByListing(
  { account, oldestCreatedAt, unfinished }: AccountToList,
  { sessions, provider, checkout, clock }: ListingParts,
  budget: SweepBudget,
): Promise<void> {
  const begunAt = unfinished?.begunAt ?? clock();
  const failures: unknown[] = [];
  let isEndKnown = false;
  try {
    if (!(await settleComplete())) return throwFirst();
    isEndKnown = await expireEnded();
  } catch (error) {
    if (!isAccountGone(error)) throw error;
    // A gone account can't be listed. Requested individually, its sessions expire at the end of their lifetime.
    isEndKnown = true;
  }
  throwFirst();
  await sessions.saveListing(account, { finishedOf: begunAt });
  if (!isEndKnown) return;
  for (const session of await sessions.claimUnlisted({ account, now: clock(), limit: maxUnlisted })) {
    if (!budget.take()) return;
    await checkout.refresh(session);
  }

  function throwFirst(): void {
    if (failures.length > 0) throw failures[0];
  }

  /** Returns whether the list was read to its end. */
  async function settleComplete(): Promise<boolean> {
    let position = unfinished?.position;
    for (;;) {
      if (!budget.take()) {
        if (position !== undefined) await sessions.saveListing(account, { begunAt, position });
        return false;
      }
      const page = await provider
        .listSessions({ account, status: "complete", createdFrom: oldestCreatedAt, after: position })
        .catch((error: unknown) => {
          // The provider no longer knows the cursor, so the list starts over.
          if (position === undefined || !isUnknownObject(error)) throw error;
          return { sessions: [], next: undefined, isLost: true };
        });
      const listed = new Map(page.sessions.map((one) => [one.providerId, one]));
      for (const session of await sessions.findOpen([...listed.keys()])) {
        await settleOne(session, listed.get(session.providerId ?? "")).catch((error) => failures.push(error));
      }
      if ("isLost" in page) position = undefined;
      else if (page.next === undefined) return true;
      else position = page.next;
    }
  }

  async function settleOne(session: CheckoutSessionRecord, listed: ListedSession | undefined): Promise<void> {
    if (listed?.outcome) await checkout.settle(session, listed.outcome);
    else if (budget.take()) await checkout.refresh(session);
  }

  /** Returns whether the list was read to its end. */
  async function expireEnded(): Promise<boolean> {
    const ended = await sessions.endedSessions({ account, now: clock() });
    if (!ended) return true;
    let position: string | undefined;
    do {
      if (!budget.take()) return false;
      const page = await provider.listSessions({
        account,
        status: "expired",
        createdFrom: ended.oldest,
        createdTo: ended.newest,
        after: position,
      });
      const open = await sessions.findOpen(page.sessions.map(({ providerId }) => providerId));
      await checkout.expire(open.map(({ id }) => id));
      position = page.next;
    } while (position !== undefined);
    return true;
  }
}

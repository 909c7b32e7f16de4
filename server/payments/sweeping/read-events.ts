import type { Database } from "../../database/database.ts";
import type { EventListing } from "../../database/queries/event-listings.ts";
import type { Clock } from "../../domain/clock.ts";
import type { ListedEvent, Provider } from "../provider/provider.ts";
import { isAccountGone, isUnknownObject } from "../provider/provider-errors.ts";
import type { RecoverEvent } from "./recover-event.ts";
import type { SweepBudget } from "./sweep-budget.ts";

export interface ReadEventsParts {
  database: Pick<Database, "eventListings" | "stores">;
  provider: Pick<Provider, "listEvents" | "isChargeable">;
  recoverEvent: RecoverEvent;
  clock: Clock;
}

/**
 * Milliseconds. Gives webhooks time to arrive. Events may also be listed out of order for a moment, so the
 * position never gets close to the present.
 */
export const settlingMs = 60_000;
/** Milliseconds between two reads of an account's list. */
export const readEventsEveryMs = 3 * 60_000;
/** Milliseconds until a refused account is tried again. */
const goneEveryMs = 24 * 60 * 60_000;
/** How many failing events of an account are set aside per read. Beyond that, the events aren't the cause. */
const maxFailures = 3;

/**
 * Handles an account's events that no webhook delivered, from its position on, oldest first; without one, from the newest
 * down. The position only passes handled and set-aside events. Continues in the next sweep.
 * @throws when the provider is unreachable
 */
export async function readEvents(
  listing: EventListing,
  { database, provider, recoverEvent, clock }: ReadEventsParts,
  budget: SweepBudget,
): Promise<void> {
  const { eventListings, stores } = database;
  const { account } = listing;
  const createdTo = clock() - settlingMs;
  let { listedTo, position, walk } = listing;
  let failures = 0;
  let waitMs = readEventsEveryMs;
  try {
    const isDone = await readAll();
    if (isDone) listedTo = Math.max(listedTo, createdTo);
    else waitMs = 0;
  } catch (error) {
    if (!isAccountGone(error)) throw error;
    // The account can't be read any more, so nothing is behind.
    listedTo = createdTo;
    waitMs = goneEveryMs;
  } finally {
    await save();
  }

  function save(): Promise<void> {
    return eventListings.save({ account, listedTo, position, walk }, clock() + waitMs);
  }

  /** Returns whether the list was read to its end. */
  async function readAll(): Promise<boolean> {
    if (position !== null) {
      const result = await readNewer();
      if (result !== "lost") return result === "done";
      position = null;
    }
    return (await readOlder()) && (position === null || (await readNewer()) === "done");
  }

  async function readNewer(): Promise<"done" | "exceeded" | "lost"> {
    for (;;) {
      if (!budget.take()) return "exceeded";
      const page = await provider
        .listEvents({ account, createdTo, before: position ?? undefined })
        .catch(undefinedIfUnknown);
      if (!page) return "lost";
      const isHandled = await handle(page.events.toReversed(), (id) => {
        position = id;
      });
      if (!isHandled) return "exceeded";
      if (!page.hasMore) return "done";
      await save();
    }
  }

  /** Reads the list to its end, from the newest event or from where the last read stopped. */
  async function readOlder(): Promise<boolean> {
    if (!walk) await readAccount();
    for (;;) {
      if (!budget.take()) return false;
      const page = await provider
        .listEvents({ account, createdTo, after: walk?.position })
        .catch(undefinedIfUnknown);
      // If this event is no longer listed, neither are the older ones after it.
      const { events = [], hasMore = false } = page ?? {};
      const from = walk?.from ?? events[0]?.id;
      if (from === undefined) return true;
      const isHandled = await handle(events, (id) => {
        walk = { from, position: id };
      });
      if (!isHandled) return false;
      if (!hasMore) {
        position = from;
        walk = null;
        return true;
      }
      await save();
    }
  }

  /** The event that disabled the account's payments may no longer be listed. */
  async function readAccount(): Promise<void> {
    if (account === null || !budget.take()) return;
    if (!(await provider.isChargeable(account))) await stores.setChargeable(account, false);
  }

  /** Returns whether all events were handled or set aside. `advance` is called for each of them. */
  async function handle(events: ListedEvent[], advance: (id: string) => void): Promise<boolean> {
    for (const listed of await recoverEvent.withoutKnown(events)) {
      if (listed.event) {
        if (!budget.take()) return false;
        const error = await recoverEvent.handle(listed.event);
        if (error !== undefined && ++failures === maxFailures) {
          advance(listed.id);
          throw error;
        }
      }
      advance(listed.id);
    }
    return true;
  }
}

function undefinedIfUnknown(error: unknown): undefined {
  if (!isUnknownObject(error)) throw error;
  return undefined;
}

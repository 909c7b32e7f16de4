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
 * Milliseconds. Webhooks are given that time first, and an event may appear in the list a little after a later one, which
 * is why the position never gets close to the present.
 */
export const settlingMs = 60_000;
/** Milliseconds between two readings of an account's list. */
export const readEventsEveryMs = 3 * 60_000;
/** Milliseconds until an account that the provider refuses is tried again. */
const goneEveryMs = 24 * 60 * 60_000;
/** So many events of an account that can't be handled are set aside in one reading; then the fault isn't the event's. */
const maxFailures = 3;

/**
 * Reads an account's events from its position on, the oldest first, and handles those that no webhook brought. Without a
 * position, or when its event is no longer listed, the list is read from its newest event down: an event only says what to
 * fetch, so their order doesn't matter. The position passes only events that were handled or set aside. A reading that
 * exceeds the budget continues in the next sweep. Throws when the provider can't be reached.
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
    // Nothing can be read any more, so nothing is behind.
    listedTo = createdTo;
    waitMs = goneEveryMs;
  } finally {
    await save();
  }

  function save(): Promise<void> {
    return eventListings.save({ account, listedTo, position, walk }, clock() + waitMs);
  }

  /** Whether the list was read to its end. */
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

  /** Reads the list from its newest event, or from where the last reading was interrupted, to its end. */
  async function readOlder(): Promise<boolean> {
    if (!walk) await readAccount();
    for (;;) {
      if (!budget.take()) return false;
      const page = await provider
        .listEvents({ account, createdTo, after: walk?.position })
        .catch(undefinedIfUnknown);
      // Events are listed no longer than they are kept: what follows one that isn't listed any more isn't either.
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

  /** The event that an account may take no payments any more may not be listed any more. */
  async function readAccount(): Promise<void> {
    if (account === null || !budget.take()) return;
    if (!(await provider.isChargeable(account))) await stores.setChargeable(account, false);
  }

  /** Whether all were handled or set aside. `advance` gets each that was. */
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

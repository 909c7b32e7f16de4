import type { Logger } from "pino";
import type { Database } from "../../database/database.ts";
import type { Clock } from "../../domain/clock.ts";
import type { ProviderEvent } from "../events/verify-event.ts";
import type { EventHandler, IgnoredEvent } from "../events/webhooks.ts";
import type { ListedEvent } from "../provider/provider.ts";
import type { SweepBudget } from "./sweep-budget.ts";

export interface RecoverEventParts {
  database: Pick<Database, "providerEvents" | "unhandledEvents">;
  handler: EventHandler;
  clock: Clock;
  log: Logger;
  /** Counts the reception of each event that no webhook delivered. */
  count: (reception: "accepted" | "failed" | IgnoredEvent) => void;
}

export type RecoverEvent = ReturnType<typeof createRecoverEvent>;

/** Milliseconds until a failed event is retried. The interval doubles up to the longest. */
const firstIntervalMs = 5 * 60_000;
const longestIntervalMs = 12 * 60 * 60_000;

/** Handles events read from the provider's list. A failed event is set aside and holds up no other. */
export function createRecoverEvent({ database, handler, clock, log, count }: RecoverEventParts) {
  const { providerEvents, unhandledEvents } = database;

  /** Returns the error; undefined if the event was handled. */
  async function attempt(event: ProviderEvent): Promise<unknown> {
    try {
      count(await handler.handle(event));
      return undefined;
    } catch (err) {
      count("failed");
      const { id, type, account } = event;
      log.warn(
        { err, event: id, type, account },
        "could not handle an event from the payment provider; it will be retried",
      );
      return err ?? new Error("unknown");
    }
  }

  return {
    /** Drops the content of events that have no effect here or already had it. */
    async withoutKnown(events: ListedEvent[]): Promise<ListedEvent[]> {
      const withEffect = events.filter(({ event }) => event && handler.hasEffect(event.type));
      const known = await providerEvents.known(withEffect.map(({ id }) => id));
      const wanted = new Set(withEffect.filter(({ id }) => !known.has(id)));
      return events.map((one) => (wanted.has(one) ? one : { id: one.id, event: undefined }));
    },

    /** Handles an event, or sets it aside and returns the error. */
    async handle(event: ProviderEvent): Promise<unknown> {
      const error = await attempt(event);
      if (error !== undefined) await unhandledEvents.add(event, clock() + firstIntervalMs);
      return error;
    },

    /** Retries events that were set aside and are due. */
    async retryDue(budget: SweepBudget, limit: number): Promise<void> {
      for (const { event, attempts } of await unhandledEvents.due<ProviderEvent>({ now: clock(), limit })) {
        if (!budget.take()) return;
        if ((await attempt(event)) === undefined) {
          await unhandledEvents.remove(event.id);
          continue;
        }
        const waitMs = Math.min(firstIntervalMs * 2 ** attempts, longestIntervalMs);
        await unhandledEvents.postpone(event.id, { attempts: attempts + 1, dueAt: clock() + waitMs });
      }
    },
  };
}

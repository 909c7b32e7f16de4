import type { Engine } from "../engines/engine.ts";

/** A provider event that was read but couldn't be handled. */
export interface UnhandledEvent<Event> {
  event: Event;
  attempts: number;
}

export interface UnhandledEvents {
  count: number;
  /** When the oldest one happened; undefined when there are none. */
  oldest: number | undefined;
}

export function unhandledEventQueries(engine: Engine) {
  return {
    /** Sets an event aside to be handled later. */
    async add(event: { id: string; createdAt: number }, dueAt: number): Promise<void> {
      await engine.writeOne((db) =>
        db
          .insertInto("unhandled_events")
          .values({
            id: event.id,
            event: JSON.stringify(event),
            happened_at: event.createdAt,
            attempts: 1,
            due_at: dueAt,
          })
          .onConflict((c) => c.column("id").doNothing())
          .execute(),
      );
    },

    /** Events due for a retry, the most overdue first. */
    async due<Event>({ now, limit }: { now: number; limit: number }): Promise<UnhandledEvent<Event>[]> {
      const rows = await engine.read
        .selectFrom("unhandled_events")
        .selectAll()
        .where("due_at", "<=", now)
        .orderBy("due_at")
        .limit(limit)
        .execute();
      return rows.map(({ event, attempts }) => ({ event: JSON.parse(event), attempts }));
    },

    /** Records another failed attempt. */
    async postpone(id: string, { attempts, dueAt }: { attempts: number; dueAt: number }): Promise<void> {
      await engine.writeOne((db) =>
        db.updateTable("unhandled_events").set({ attempts, due_at: dueAt }).where("id", "=", id).execute(),
      );
    },

    /** Removes an event that has been handled. */
    async remove(id: string): Promise<void> {
      await engine.writeOne((db) => db.deleteFrom("unhandled_events").where("id", "=", id).execute());
    },

    /** How many there are. */
    async summary(): Promise<UnhandledEvents> {
      const { count, oldest } = await engine.read
        .selectFrom("unhandled_events")
        .select((eb) => [
          eb.fn.countAll<number>().as("count"),
          eb.fn.min<number | null>("happened_at").as("oldest"),
        ])
        .executeTakeFirstOrThrow();
      return { count, oldest: oldest ?? undefined };
    },
  };
}

import type { Clock } from "../../domain/clock.ts";
import type { Engine } from "../engines/engine.ts";
import type { Queries } from "../engines/queries.ts";

/** An event of the provider, as stored in the inbox. */
export interface InboxEvent {
  id: string;
  type: string;
}

export function providerEventQueries(engine: Engine, clock: Clock) {
  return {
    /** Whether the event's effect is already durable in the database. */
    async isKnown(id: string): Promise<boolean> {
      const row = await engine.read
        .selectFrom("provider_events")
        .select("id")
        .where("id", "=", id)
        .executeTakeFirst();
      if (row) await engine.confirmReads();
      return row !== undefined;
    },

    /** Those of these events whose effect is already in the database. */
    async known(ids: string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set();
      const rows = await engine.read
        .selectFrom("provider_events")
        .select("id")
        .where("id", "in", ids)
        .execute();
      return new Set(rows.map(({ id }) => id));
    },

    /** When the last event arrived, in milliseconds since 1970; undefined when none has arrived within the retention. */
    async lastReceivedAt(): Promise<number | undefined> {
      const row = await engine.read
        .selectFrom("provider_events")
        .select("received_at")
        .orderBy("received_at", "desc")
        .limit(1)
        .executeTakeFirst();
      return row?.received_at;
    },

    /**
     * Puts the event into the inbox, in one transaction with its effect. An event that the provider sent
     * before has no second effect.
     */
    async accept(event: InboxEvent, effect: (db: Queries) => Promise<void>): Promise<void> {
      await engine.write(async (db) => {
        const { numInsertedOrUpdatedRows } = await db
          .insertInto("provider_events")
          .values({ id: event.id, type: event.type, received_at: clock() })
          .onConflict((c) => c.column("id").doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows !== 0n) await effect(db);
      });
    },
  };
}

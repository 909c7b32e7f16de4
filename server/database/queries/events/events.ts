import type { Actor } from "../../../domain/actor.ts";
import { firstValues } from "../../../domain/audit.ts";
import type { Clock } from "../../../domain/clock.ts";
import { isWanted } from "../../../domain/events/event-types.ts";
import { newId } from "../../../domain/ids.ts";
import type { Engine } from "../../engines/engine.ts";
import { recordChange } from "../audit/record-change.ts";
import { camelCased } from "../camel-case.ts";
import { idsOf } from "../ids-of.ts";
import { toEndpoint } from "./endpoint.ts";
import { pendingDelivery } from "./record-events.ts";

/** An event and its state at each endpoint. Instants are milliseconds since 1970. */
export interface RecordedEvent {
  id: string;
  type: string;
  /** The id of its order, checkout session or product. */
  subjectId: string;
  createdAt: number;
  deliveries: RecordedDelivery[];
}

export interface RecordedDelivery {
  endpointId: string;
  status: "pending" | "delivered" | "failed";
  attempts: number;
  /** Null once it is settled. */
  nextAttemptAt: number | null;
  /** Of the last attempt: an HTTP status, or the reason why there is none. */
  lastOutcome: string | null;
  settledAt: number | null;
}

export function eventQueries(engine: Engine, clock: Clock) {
  return {
    /** The latest events of a store, newest first. */
    async list(storeId: string, limit: number): Promise<RecordedEvent[]> {
      const events = await engine.read
        .selectFrom("events")
        .select(["id", "type", "subject_id", "created_at"])
        .where("store_id", "=", storeId)
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
      if (events.length === 0) return [];
      const rows = await engine.read
        .selectFrom("event_deliveries")
        .selectAll()
        .where("event_id", "in", idsOf(events))
        .orderBy("id")
        .execute();
      const deliveriesOf = Map.groupBy(rows, (row) => row.event_id);
      return events.map((event) => ({
        ...camelCased(event, "id", "type", "subject_id", "created_at"),
        deliveries: (deliveriesOf.get(event.id) ?? []).map((row) => ({
          ...camelCased(row, "endpoint_id", "attempts", "last_outcome", "settled_at"),
          status: row.status as RecordedDelivery["status"],
          nextAttemptAt: row.due_at,
        })),
      }));
    },

    /**
     * Resends an event, delivered or not, to one endpoint or to all that want it. Returns the number of
     * endpoints; undefined when the store has no such event or endpoint.
     */
    async resend(
      { storeId, eventId, endpointId }: { storeId: string; eventId: string; endpointId?: string | undefined },
      by?: Actor,
    ): Promise<number | undefined> {
      return engine.write(async (db) => {
        const event = await db
          .selectFrom("events")
          .select(["id", "type", "subject_id"])
          .where("id", "=", eventId)
          .where("store_id", "=", storeId)
          .forUpdate()
          .executeTakeFirst();
        if (!event) return undefined;
        const rows = await db
          .selectFrom("event_endpoints")
          .selectAll()
          .where("store_id", "=", storeId)
          .execute();
        const order = await db
          .selectFrom("orders")
          .select("agent")
          .where("id", "=", event.subject_id)
          .executeTakeFirst();
        const { type } = event;
        const wanted = { type, agent: order?.agent ?? undefined };
        const chosen = rows.map(toEndpoint).filter((endpoint) => {
          if (endpointId === undefined) return isWanted(wanted, endpoint);
          // A merchant's endpoint gets any event that it is sent by hand.
          return endpoint.id === endpointId && isWanted(wanted, { ...endpoint, types: null });
        });
        if (chosen.length === 0) return endpointId === undefined ? 0 : undefined;
        const now = clock();
        const again = pendingDelivery(now);
        await db
          .insertInto("event_deliveries")
          .values(
            chosen.map(({ id }) => ({
              ...{ id: newId("dlv"), event_id: eventId, endpoint_id: id, last_outcome: null },
              ...again,
            })),
          )
          .onConflict((c) => c.columns(["event_id", "endpoint_id"]).doUpdateSet(again))
          .execute();
        const changes = firstValues({ endpoints: idsOf(chosen) });
        await recordChange(db, by, { storeId, action: "event.resent", objectId: eventId, changes }, now);
        return chosen.length;
      });
    },
  };
}
